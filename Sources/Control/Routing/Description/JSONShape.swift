internal import ControlAPI
internal import FoundationEssentials

/// How large a document is for who decodes it, and what a decoder would drop
/// from it in silence, found without decoding it.
struct JSONShape {
    static let maximumDepth = 16
    static let maximumValues = 1024

    /// How many arrays and objects are open at the same time, at most.
    private(set) var depth = 0
    /// How many commas there are: one fewer than values, where there is one.
    private(set) var commas = 0
    /// The first key that an object has twice, however it is written.
    private(set) var repeatedKey: String?
    /// Whether a comma is the last thing in an array or object; the decoder lets that pass.
    private(set) var hasTrailingComma = false

    /// What is inside of strings does not count. Text that is not JSON has some shape, too.
    init(of bytes: [UInt8]) {
        // The keys of each array and object that is open; an array has none.
        var open: [Set<String>] = []
        var text: Range<Int>?
        var isAfterComma = false
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "\""):
                let end = Self.endOfString(in: bytes, from: index)
                text = index..<end
                index = end
                isAfterComma = false
                continue
            case UInt8(ascii: "["), UInt8(ascii: "{"): open.append([])
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                hasTrailingComma = hasTrailingComma || isAfterComma
                _ = open.popLast()
            case UInt8(ascii: ","): commas += 1
            case UInt8(ascii: ":"):
                guard repeatedKey == nil, let key = text.flatMap({ Self.key(bytes[$0]) }),
                    let innermost = open.indices.last
                else { break }
                if !open[innermost].insert(key).inserted { repeatedKey = key }
            default: break
            }
            if ![0x20, 0x09, 0x0A, 0x0D].contains(byte) {
                isAfterComma = byte == UInt8(ascii: ",")
            }
            depth = max(depth, open.count)
            // Who decodes refuses what is deeper.
            if depth > Self.maximumDepth { return }
            index += 1
        }
    }

    /// The index after the string that begins at `start`.
    private static func endOfString(in bytes: [UInt8], from start: Int) -> Int {
        var index = start + 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(index + 1, bytes.count)
    }

    /// A key as the decoder reads it: `"a"` and `"\u0061"` are the same one.
    private static func key(_ string: ArraySlice<UInt8>) -> String? {
        guard string.contains(UInt8(ascii: "\\")) else {
            return String(validating: string.dropFirst().dropLast(), as: UTF8.self)
        }
        return try? JSONText.decode(String.self, from: Data(string))
    }
}
