internal import Glibc
internal import Platform

/// A file of the cache, as far as it is looked at: its pixels are not.
struct CachedFile: Hashable {
    let header: PNGHeader
    let bytes: Int
    /// When it was last written or used, in seconds since 1970-01-01 00:00 UTC.
    let used: Int64

    /// Pixels that lie further behind are not found.
    private static let prefixes = [4 << 10, 64 << 10]

    /// Reads a PNG file up to its pixels, and its end.
    ///
    /// - Returns: Nil for what is not there, cannot be read or is no whole PNG file.
    init?(_ path: String) {
        // Neither waits for somebody to write to a pipe, nor follows a link out of the cache.
        let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC
        let descriptor = open(path, flags)
        guard descriptor >= 0 else { return nil }
        let file = OwnedDescriptor(taking: descriptor)
        var status = stat()
        guard fstat(file.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let header = Self.header(of: file),
            Self.read(file, 12, at: Int(status.st_size) - 12) == PNGHeader.end
        else { return nil }
        self.header = header
        bytes = Int(status.st_size)
        used = Int64(status.st_mtim.tv_sec)
    }

    private static func header(of file: borrowing OwnedDescriptor) -> PNGHeader? {
        for count in prefixes {
            switch PNGHeader.read(read(file, count, at: 0)) {
            case .header(let header): return header
            case .needsMore: continue
            case .isGarbage: return nil
            }
        }
        return nil
    }

    /// As many bytes as there are, up to `count`; none where they cannot be read.
    private static func read(
        _ file: borrowing OwnedDescriptor,
        _ count: Int,
        at offset: Int
    ) -> [UInt8] {
        guard offset >= 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            initialized = max(0, pread(file.rawValue, buffer.baseAddress, count, off_t(offset)))
        }
    }
}
