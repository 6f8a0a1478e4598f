internal import Glibc
internal import Platform

/// Writes lines to a file that may have no room for them: whole ones, or none of them.
///
///     lines ─► write ─► all of them
///                 └───► a part: the whole lines of it stay, the others are lost
///
/// What was written of a torn line is cut off again. Where that cannot be, in a
/// pipe or a file that others write too, the line is not lost: its end is
/// written before anything else, once there is room.
///
/// Thread: bound to one thread.
struct LineWriter {
    /// What became of lines that were to be written.
    struct Outcome {
        var lostLines = 0
        /// Why lines were lost.
        var error: SystemCallError?
    }

    private static let newline = UInt8(ascii: "\n")

    /// Whether others write to the file, whose lines would be cut off too.
    private let isShared: Bool
    /// What is still to be written of a torn line.
    private var rest: ArraySlice<UInt8> = []

    init(isShared: Bool) {
        self.isShared = isShared
    }

    /// Writes lines, each with its newline.
    mutating func write(_ lines: [UInt8], to file: borrowing OwnedDescriptor) -> Outcome {
        if let error = finishLine(in: file) {
            return Outcome(lostLines: Self.count(lines[...]), error: error)
        }
        let (unwritten, error) = Self.write(lines[...], to: file)
        guard let error else { return Outcome() }
        var outcome = Outcome(lostLines: Self.count(unwritten), error: error)
        let written = lines[..<unwritten.startIndex]
        let torn = written.count - (written.lastIndex(of: Self.newline).map { $0 + 1 } ?? 0)
        if torn > 0, isShared || !Self.cut(torn, off: file) {
            rest = unwritten.prefix { $0 != Self.newline } + [Self.newline]
            outcome.lostLines -= 1
        }
        return outcome
    }

    /// Ends the line that is torn, if one is.
    ///
    /// - Returns: Why it still is.
    mutating func finishLine(in file: borrowing OwnedDescriptor) -> SystemCallError? {
        guard !rest.isEmpty else { return nil }
        let (unwritten, error) = Self.write(rest, to: file)
        rest = unwritten
        return error
    }

    /// - Returns: What could not be written, and why.
    private static func write(
        _ bytes: ArraySlice<UInt8>,
        to file: borrowing OwnedDescriptor
    ) -> (unwritten: ArraySlice<UInt8>, error: SystemCallError?) {
        let descriptor = file.rawValue
        var remaining = bytes
        while !remaining.isEmpty {
            do {
                let count = try systemCall("write") {
                    CInt(
                        remaining.withUnsafeBytes {
                            Glibc.write(descriptor, $0.baseAddress, $0.count)
                        }
                    )
                }
                remaining = remaining.dropFirst(Int(count))
            } catch {
                return (remaining, error)
            }
        }
        return (remaining, nil)
    }

    /// Takes the last bytes back that were written.
    private static func cut(_ count: Int, off file: borrowing OwnedDescriptor) -> Bool {
        let descriptor = file.rawValue
        let written = lseek(descriptor, 0, SEEK_CUR)
        let size = lseek(descriptor, 0, SEEK_END)
        guard written >= 0, size >= 0 else { return false }
        // Somebody has cut the file meanwhile, and the torn line with it.
        guard size == written else { return size < written }
        let end = size - off_t(count)
        guard ftruncate(descriptor, end) == 0 else { return false }
        _ = lseek(descriptor, end, SEEK_SET)
        return true
    }

    private static func count(_ lines: ArraySlice<UInt8>) -> Int {
        lines.count { $0 == newline }
    }
}
