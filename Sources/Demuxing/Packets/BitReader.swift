/// Reads the fields of a header bit by bit, leaving out the bytes that only keep a
/// start code from appearing (ITU-T H.264, section 7.4.1: `00 00 03`).
///
/// Thread: reentrant; it allocates nothing.
struct BitReader<Bytes: RandomAccessCollection> where Bytes.Element == UInt8 {
    private let bytes: Bytes
    /// Of the next byte.
    private var index: Bytes.Index
    /// Zero bytes directly before it.
    private var zeros = 0
    private var current: UInt8 = 0
    /// How many bits of the current byte are left.
    private var left: UInt8 = 0

    /// - Parameter payload: What follows the header byte of a NAL unit.
    init(_ payload: Bytes) {
        bytes = payload
        index = payload.startIndex
    }

    /// The next bits as a number, the first one highest; nil behind the end.
    ///
    /// - Parameter count: 0 to 32.
    /// - Returns: The number.
    mutating func bits(_ count: Int) -> UInt32? {
        var value: UInt32 = 0
        for _ in 0..<count {
            if left == 0, !takeByte() { return nil }
            left -= 1
            value = value << 1 | UInt32(current >> left & 1)
        }
        return value
    }

    /// The next bit.
    mutating func flag() -> Bool? { bits(1).map { $0 == 1 } }

    /// The next number in the code that H.264 calls `ue(v)`, up to 2^31 - 2.
    mutating func number() -> UInt32? {
        var zeros = 0
        while let bit = bits(1) {
            if bit == 1 { return bits(zeros).map { (1 << UInt32(zeros)) - 1 + $0 } }
            zeros += 1
            if zeros > 30 { return nil }
        }
        return nil
    }

    /// The next number in the code that H.264 calls `se(v)`.
    mutating func signedNumber() -> Int? {
        number().map { $0 % 2 == 1 ? Int($0 / 2) + 1 : -Int($0 / 2) }
    }

    /// False at the end.
    private mutating func takeByte() -> Bool {
        while index < bytes.endIndex {
            let byte = bytes[index]
            bytes.formIndex(after: &index)
            let isEscape = zeros >= 2 && byte == 3
            zeros = byte == 0 ? zeros + 1 : 0
            guard !isEscape else { continue }
            current = byte
            left = 8
            return true
        }
        return false
    }
}
