internal import Addressing
internal import Glibc
package import Media
internal import Platform

/// What a path of this machine is, before libav is asked.
package enum LocalFile {
    /// Makes sure that a path names a file with something in it.
    ///
    /// - Throws: `SourceError` that says what it is instead.
    static func check(_ path: AddressText) throws(SourceError) {
        var status = stat()
        guard stat(path.withSecrets, &status) == 0 else { throw missing(path, cause: errno) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR:
            throw SourceError(
                .notAFile,
                "\(path) is a directory; name one \(path.namedMedium) file in it"
            )
        case S_IFIFO:
            throw SourceError(
                .notAFile,
                "\(path) is a named pipe; send the stream over udp:// instead"
            )
        default:
            throw SourceError(
                .notAFile,
                "\(path) is a device or socket; a \(path.namedMedium) file is expected"
            )
        }
        if status.st_size == 0 { throw empty(path) }
        let file = Glibc.open(path.withSecrets, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw missing(path, cause: errno) }
        close(file)
    }

    /// Opens a file with something in it that is beneath a folder, wherever symbolic links lead.
    ///
    /// - Throws: `SourceError` that says what it is instead.
    static func open(
        _ path: AddressText,
        beneath root: String
    ) throws(SourceError) -> ReadableFile {
        // By bytes: to Swift an accent behind a slash is one letter with it.
        let (whole, folder) = (
            path.withSecrets.utf8, (root.hasSuffix("/") ? root : root + "/").utf8
        )
        guard whole.starts(with: folder) else { throw leadsOut(path) }
        let rest = String(decoding: whole.dropFirst(folder.count), as: UTF8.self)
        let file: ReadableFile
        do throws(SystemCallError) {
            file = try ConfinedDirectory(root).file(rest)
        } catch {
            switch error.errno {
            case .tooManySymbolicLinks, .crossesDevices: throw leadsOut(path)
            case .isDirectory, .invalidArgument:
                throw SourceError(.notAFile, "\(path) is no file")
            default: throw missing(path, cause: error.errno.rawValue)
            }
        }
        if file.size == 0 { throw empty(path) }
        return file
    }

    private static func leadsOut(_ path: AddressText) -> SourceError {
        SourceError(
            .notPermitted,
            "\(path) is reached through a symbolic link, which is not followed out of its folder"
        )
    }

    private static func empty(_ path: AddressText) -> SourceError {
        SourceError(
            .notMedia,
            "\(path) is empty (0 bytes); what was to write it may have failed"
        )
    }

    /// What a file that libav cannot read looks like.
    enum Appearance {
        case text
        /// An MP4 or QuickTime file: it has its signature.
        case mp4
        case other
    }

    /// Looks at a file's first bytes.
    static func appearance(of path: AddressText) -> Appearance {
        let start = firstBytes(of: path.withSecrets)
        if start.count >= 12,
            ["ftyp", "moov", "mdat"].contains(where: { start[4..<8].elementsEqual($0.utf8) })
        {
            return .mp4
        }
        let isText = start.allSatisfy { $0 >= 0x20 && $0 != 0x7F || (0x09...0x0D).contains($0) }
        return isText && !start.isEmpty ? .text : .other
    }

    /// Whether a file is a PNG that says it has several pictures: it has a chunk `acTL`.
    ///
    /// - Parameters:
    ///   - path: Of the file.
    ///   - root: As `root` of `StreamConfiguration`.
    /// - Returns: False where it cannot be read, too.
    package static func isAnimated(_ path: AddressText, beneath root: String?) -> Bool {
        // Text and profiles may come before it.
        let most = 1 << 16
        let start =
            if let root {
                (try? open(path, beneath: root))?.bytes(at: 0, atMost: most) ?? []
            } else {
                firstBytes(of: path.withSecrets, most)
            }
        return start.starts(with: [0x89, 0x50, 0x4E, 0x47])
            && start.firstRange(of: Array("acTL".utf8)) != nil
    }

    /// A file's text, if that is no longer than `limit` bytes; nil for others.
    package static func text(of path: String, upTo limit: Int) -> String? {
        let bytes = firstBytes(of: path, limit + 1)
        return bytes.count <= limit ? String(decoding: bytes, as: UTF8.self) : nil
    }

    private static func firstBytes(of path: String, _ most: Int = 512) -> [UInt8] {
        // Nobody may write to a pipe for ever.
        let file = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return [] }
        defer { close(file) }
        return [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
            count = max(0, read(file, buffer.baseAddress, buffer.count))
        }
    }

    private static func missing(_ path: AddressText, cause: CInt) -> SourceError {
        switch cause {
        case ENOENT, ENOTDIR:
            SourceError(
                .notFound,
                "\(path): no such file; give the path of a \(path.namedMedium) file"
            )
        case EACCES, EPERM:
            SourceError(
                .notPermitted,
                "\(path): permission denied; make it readable for the user that pipd runs as"
            )
        default:
            SourceError(.notFound, "\(path) cannot be read: \(String(cString: strerror(cause)))")
        }
    }
}
