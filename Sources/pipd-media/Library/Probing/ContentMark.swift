internal import Imaging
internal import MediaFiles
internal import MediaStore

/// What tells what is in a file, whatever it is called and wherever it is: the SHA-256 of its
/// first and last 64 KiB, as hexadecimal digits. With its size it tells photographs and videos
/// apart; who makes two that differ in the middle alone has them taken for one, which loses
/// nothing but a title.
enum ContentMark {
    private static let end = 64 << 10

    /// Nil where it cannot be read. Blocking.
    static func of(_ file: borrowing OpenedFile) -> String? {
        file.ends(atMost: end).flatMap { try? Digest.sha256.hexadecimal(of: $0) }
    }

    /// Of what was met and was not looked into yet; nil where it is another file now.
    static func of(_ asset: TracedAsset) -> String? {
        guard let file = OpenedFile(asset.absolutePath), file.size == asset.size,
            file.modified == asset.modified
        else { return nil }
        return of(file)
    }
}
