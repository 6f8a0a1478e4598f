internal import Glibc
internal import Imaging
internal import Platform

/// What a thumbnail is of, and as what it is known again.
///
/// Thread: reentrant.
public struct ThumbnailSource: Hashable, Sendable {
    /// The absolute one, as `Thumb::URI` has it: that of a file has three slashes.
    public let uri: String
    /// When it was last changed, in seconds since 1970-01-01 00:00 UTC; before that below zero.
    public let modified: Int64
    /// How long it is; nil where that is not known.
    public let bytes: Int64?
    /// The MD5 of the URI, which names its thumbnails.
    let digest: String

    /// - Parameters:
    ///   - uri: Absolute, and always the same for the same thing.
    ///   - modified: When it was last changed, in seconds since 1970-01-01 00:00 UTC.
    ///   - bytes: How long it is.
    /// - Throws: `library` where the one that computes MD5 is missing.
    public init(uri: String, modified: Int64, bytes: Int64? = nil) throws(ThumbnailError) {
        self.uri = uri
        self.modified = modified
        self.bytes = bytes
        digest = try ThumbnailError.imaging(uri) { () throws(ImagingError) in
            try Digest.md5.hexadecimal(of: Array(uri.utf8))
        }
    }

    /// A file of this machine as it is now, if it may be read: what nobody may read has no
    /// thumbnail either (the standard on permissions).
    ///
    /// - Parameter path: Absolute, always written the same way.
    /// - Returns: The file's URI, time and size.
    /// - Throws: `isNoPath`, `isUnreadable`; as `init`.
    public static func file(_ path: String) throws(ThumbnailError) -> Self {
        guard let uri = FileURI.text(of: path) else { throw .isNoPath(path) }
        var attributes = stat()
        do throws(SystemCallError) {
            try systemCall("stat") { stat(path, &attributes) }
            try systemCall("access") { access(path, R_OK) }
        } catch {
            throw .isUnreadable(path: path, error.errno)
        }
        guard attributes.st_mode & S_IFMT == S_IFREG else {
            throw .isUnreadable(path: path, .invalidArgument)
        }
        return try Self(
            uri: uri,
            modified: Int64(attributes.st_mtim.tv_sec),
            bytes: Int64(attributes.st_size)
        )
    }
}

/// The URI of a file.
public enum FileURI {
    /// As GLib's `g_filename_to_uri` has it, which the file managers take that fill the cache as
    /// well: RFC 2396's marks stay, and of what it reserves what a path may hold.
    ///
    /// - Returns: Nil for a path that is not absolute, or that no file can have.
    public static func text(of path: String) -> String? {
        guard path.hasPrefix("/"), !path.utf8.contains(0) else { return nil }
        // Lists have one for each of their files.
        var uri = Array("file://".utf8)
        uri.reserveCapacity(uri.count + path.utf8.count)
        for byte in path.utf8 {
            if isKept[Int(byte)] {
                uri.append(byte)
            } else {
                uri += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: uri, as: UTF8.self)
    }

    /// Of each byte whether it stays.
    private static let isKept: [Bool] = {
        let letters = "abcdefghijklmnopqrstuvwxyz"
        let kept = Set((letters + letters.uppercased() + "0123456789-_.!~*'()/&=:@+$,").utf8)
        return (UInt8.min...UInt8.max).map { kept.contains($0) }
    }()

    private static let digits = Array("0123456789ABCDEF".utf8)
}
