internal import Glibc
internal import Platform

/// Finds out what the cache takes on the disk, and removes what was used longest ago.
///
/// Thread: reentrant. Looks at every file of the cache: some 10 µs each, without a wait for the
/// disk.
struct CacheSurvey {
    /// The directories of thumbnails, which other programs write, too.
    let shared: [CacheFolder]
    /// That of pipd's failures.
    let failures: CacheFolder
    /// In seconds since 1970-01-01 00:00 UTC.
    let now: Int64

    /// A file that pipd wrote.
    private struct Entry {
        let folder: CacheFolder
        let digest: String
        let bytes: Int
        let used: Int64
    }

    /// So long after it was last written, a file that is not finished never will be.
    static let patience: Int64 = 600
    /// Of so many files at most it is known at a time when they were used.
    private static let mostEntries = 200_000

    /// What a file of a size takes of a disk: whole blocks.
    static func taken(_ bytes: Int) -> Int { (max(bytes, 1) + 4_095) & ~4_095 }

    /// What all files of the cache take, whoever wrote them; removes what killed processes left.
    ///
    /// - Throws: `opendir`, `readdir`, `unlink`.
    func total() throws(SystemCallError) -> Int {
        var sum = 0
        for folder in shared + [failures] {
            try folder.forEachName { (name) throws(SystemCallError) in
                let path = "\(folder.path)/\(name)"
                var status = stat()
                guard lstat(path, &status) == 0 else { return }
                if name.hasPrefix(CacheFolder.hidden) {
                    guard abs(now - Int64(status.st_mtim.tv_sec)) > Self.patience else { return }
                    try CacheFolder.remove(path)
                } else if CacheFolder.digest(in: name) != nil {
                    sum += Self.taken(Int(status.st_size))
                }
            }
        }
        return sum
    }

    /// Removes what pipd wrote, what was used longest ago first, down to 90 % of a budget, if it
    /// takes more than the budget.
    ///
    /// - Parameter budget: In bytes.
    /// - Returns: What pipd's files take now, and how many were removed.
    /// - Throws: `opendir`, `readdir`, `unlink`.
    func evict(beyond budget: Int) throws(SystemCallError) -> (bytes: Int, evictions: Int) {
        var (entries, bytes) = try own()
        guard bytes > budget else { return (bytes, 0) }
        entries.sort { ($0.used, $0.digest) < ($1.used, $1.digest) }
        let goal = budget / 10 * 9
        var evictions = 0
        for entry in entries where bytes > goal {
            if try entry.folder.remove(entry.digest) { evictions += 1 }
            bytes -= entry.bytes
        }
        return (bytes, evictions)
    }

    private func own() throws(SystemCallError) -> (entries: [Entry], bytes: Int) {
        var entries: [Entry] = []
        var bytes = 0
        for folder in [failures] + shared {
            try folder.forEachName { (name) throws(SystemCallError) in
                guard let digest = CacheFolder.digest(in: name),
                    let file = CachedFile(folder.file(digest)), file.header.isOwn
                else { return }
                bytes += Self.taken(file.bytes)
                guard entries.count < Self.mostEntries else { return }
                entries.append(
                    Entry(
                        folder: folder,
                        digest: digest,
                        bytes: Self.taken(file.bytes),
                        // What was used in the future may as well go.
                        used: file.used > now + Self.patience ? 0 : file.used
                    )
                )
            }
        }
        return (entries, bytes)
    }
}

extension CacheFolder {
    /// The digest that a file is named by; nil for other files.
    static func digest(in name: String) -> String? {
        guard name.hasSuffix(".png"), name.utf8.count == 36 else { return nil }
        let digest = name.dropLast(4)
        let isDigest = digest.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x61...0x66).contains($0)
        }
        return isDigest ? String(digest) : nil
    }

    /// Removes the directory with the files of the cache in it, and leaves it where it has others.
    ///
    /// - Throws: `opendir`, `readdir`, `unlink`.
    func discard() throws(SystemCallError) {
        try forEachName { (name) throws(SystemCallError) in
            guard Self.digest(in: name) != nil || name.hasPrefix(Self.hidden) else { return }
            try Self.remove("\(path)/\(name)")
        }
        _ = rmdir(path)
    }
}
