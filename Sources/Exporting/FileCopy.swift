public import Platform

/// Exports files as they are, byte by byte.
public enum FileCopy {
    /// What is read at once where the kernel cannot copy by itself.
    private static let bufferBytes = 1 << 20

    /// Copies a file, with the time at which it was written.
    ///
    /// Blocking. It is given up between two pieces of 8 MiB.
    ///
    /// - Parameters:
    ///   - source: The original, whose place in it moves.
    ///   - path: How the original is called.
    ///   - directory: Where the copy appears, under the same name or one like it.
    ///   - progress: Counts its bytes.
    /// - Returns: The copy's path.
    /// - Throws: `ExportError`; nothing has appeared then.
    public static func copy(
        _ source: ReadableFile,
        at path: String,
        to directory: ExportDirectory,
        _ progress: ExportProgress
    ) throws(ExportError) -> String {
        let name = path.pathNames.last ?? path
        let copy = try ExportedFile(name, in: directory, progress)
        var offset: Int64 = 0
        var isOfKernel = true
        while offset < source.size {
            let count = Int(min(Int64(ExportedFile.pieceBytes), source.size - offset))
            let taken = isOfKernel ? try copy.take(count, from: source) : nil
            isOfKernel = taken != nil
            let rest = min(count, bufferBytes)
            let done =
                if let taken { taken } else { try write(rest, at: offset, of: source, to: copy) }
            // What ends early is cut off, or cannot be read any more.
            guard done > 0 else { break }
            offset += Int64(done)
        }
        guard source.isUnchanged else { throw .hasChanged(path: path) }
        guard offset == source.size else {
            throw .source(path: path, reason: "only \(offset) of \(source.size) bytes came")
        }
        return try copy.publish(modified: source.modified)
    }

    private static func write(
        _ count: Int,
        at offset: Int64,
        of source: ReadableFile,
        to copy: ExportedFile
    ) throws(ExportError) -> Int {
        let bytes = source.bytes(at: offset, atMost: count)
        var failure: ExportError?
        bytes.withUnsafeBytes { buffer in
            do throws(ExportError) {
                try copy.write(buffer, at: offset)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes.count
    }
}
