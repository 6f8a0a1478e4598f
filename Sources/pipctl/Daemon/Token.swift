internal import ControlAPI
internal import Glibc
internal import Media
internal import Platform

/// What lets us in elsewhere. It comes from a file: whoever lists processes sees their options.
struct Token: Hashable {
    /// As it is presented.
    let secret: String
    /// Where it comes from.
    let file: String

    /// What a file with one may have, in bytes: an address with a token has a few hundred.
    private static let mostBytes = 4096

    /// Reads a file, or another program's pipe to its end.
    ///
    /// As ssh does with keys, it takes none from a file of the user's own that others may use.
    ///
    /// - Throws: `CommandFailure` that names the file and what would be accepted.
    init(file: String) throws(CommandFailure) {
        let content: (bytes: [UInt8], isOpenToOthers: Bool)
        do throws(SystemCallError) {
            content = try Self.read(file)
        } catch {
            throw .wrongUsage("The token's file \(file): \(error.errno)")
        }
        guard !content.isOpenToOthers else {
            throw .wrongUsage(
                "The token in \(file) is open to other users; what makes it yours alone: "
                    + "`chmod 600 \(file)`."
            )
        }
        let text = String(validating: content.bytes, as: UTF8.self)
        guard let secret = text.flatMap(Self.secret) else {
            throw .wrongUsage(
                "There is no token in \(file); accepted: the line alone that `pipctl token create` "
                    + "prints, without --json or --qr."
            )
        }
        self.secret = secret
        self.file = file
    }

    /// The secret that is all of a text, or what an address in its place has behind `#t=`; also
    /// as it is presented, behind `Bearer`, and in a file with a byte order mark.
    static func secret(in text: String) -> String? {
        let isMarked = text.unicodeScalars.first == "\u{FEFF}"
        var line = SourceText.trimmed(String(text.unicodeScalars.dropFirst(isMarked ? 1 : 0)))
        if line.lowercased().hasPrefix("bearer ") {
            line = SourceText.trimmed(String(line.dropFirst(7)))
        }
        let secret = line.firstRange(of: "#t=").map { line[$0.upperBound...] } ?? line[...]
        return TokenLimits.isSecret(secret) ? String(secret) : nil
    }

    private static func read(
        _ path: String
    ) throws(SystemCallError) -> (bytes: [UInt8], isOpenToOthers: Bool) {
        let number = try systemCall("open") { open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC) }
        let file = OwnedDescriptor(taking: number)
        var status = stat()
        try systemCall("fstat") { fstat(file.rawValue, &status) }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw SystemCallError(call: "read", errno: .isDirectory)
        }
        // A device such as /dev/stdin is everybody's, or nobody's business.
        let isDevice = status.st_mode & S_IFMT == S_IFCHR
        let isOpenToOthers =
            !isDevice && status.st_uid == geteuid() && status.st_mode & 0o077 != 0
        return (isOpenToOthers ? [] : file.read(atMost: mostBytes), isOpenToOthers)
    }
}
