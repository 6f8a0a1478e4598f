/// Reads the fields of a header bit by bit, leaving out the bytes that only keep a
/// start code from appearing (ITU-T H.264, section 7.4.1: `00 00 03`).
///
/// Thread: reentrant.
struct BitReader {
    private let bytes: [UInt8]
    private var position = 0

    /// - Parameter payload: What follows the header byte of a NAL unit.
    init(_ payload: some Sequence<UInt8>) {
        var zeros = 0
        var bytes: [UInt8] = []
        for byte in payload {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            bytes.append(byte)
        }
        self.bytes = bytes
    }

    /// The next bits as a number, the first one highest; nil behind the end.
    ///
    /// - Parameter count: 0 to 32.
    /// - Returns: The number.
    mutating func bits(_ count: Int) -> UInt32? {
        guard position + count <= bytes.count * 8 else { return nil }
        var value: UInt32 = 0
        for _ in 0..<count {
            value = value << 1 | UInt32(bytes[position / 8] >> (7 - position % 8) & 1)
            position += 1
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
}
