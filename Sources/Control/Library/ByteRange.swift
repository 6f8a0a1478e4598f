/// The part of a file that a client asks for (RFC 9110, 14).
enum ByteRange: Hashable {
    /// All of it: nothing is asked for, or something that is no single range of bytes.
    case whole
    /// From the first byte to the last one.
    case part(ClosedRange<Int64>)
    /// There is nothing of it in the file.
    case none

    /// - Parameters:
    ///   - field: What `Range` says; nil where it is not there.
    ///   - size: Of the file, in bytes.
    init(_ field: String?, of size: Int64) {
        guard let field, let (first, last) = Self.bounds(field) else {
            self = .whole
            return
        }
        switch (first, last) {
        case (let first?, let last?) where last < first: self = .whole
        case (let first?, let last) where first < size:
            self = .part(first...min(last ?? .max, size - 1))
        // So many from the end.
        case (nil, let count?) where count > 0 && size > 0:
            self = .part(max(size - count, 0)...(size - 1))
        case (nil, nil): self = .whole
        default: self = .none
        }
    }

    /// Nil for what is no single range of bytes.
    private static func bounds(_ field: String) -> (first: Int64?, last: Int64?)? {
        let words = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard words.count == 2, words[0].trimmingASCIISpaces().lowercased() == "bytes" else {
            return nil
        }
        let ends = words[1].trimmingASCIISpaces().split(
            separator: "-",
            omittingEmptySubsequences: false
        )
        guard ends.count == 2 else { return nil }
        var numbers: [Int64?] = []
        for end in ends {
            guard end.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            // No file has what is beyond.
            numbers.append(end.isEmpty ? nil : Int64(end) ?? .max)
        }
        return (numbers[0], numbers[1])
    }
}
