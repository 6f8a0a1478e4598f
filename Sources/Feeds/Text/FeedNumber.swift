/// Reads numbers as feeds write them. What is no number, or none that can be, is nil.
enum FeedNumber {
    /// A year: a longer thing is no item.
    private static let longestSeconds = 366.0 * 86_400

    /// Seconds, also as `1:02:03` or `62:03`.
    static func seconds(_ text: String?) -> Double? {
        guard let text, text.utf8.count <= 32 else { return nil }
        let parts = trimmed(text).split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count) else { return nil }
        var seconds = 0.0
        for part in parts {
            guard let value = number(part) else { return nil }
            seconds = seconds * 60 + value
        }
        return seconds > 0 && seconds <= longestSeconds ? seconds : nil
    }

    static func milliseconds(_ text: String?) -> Double? {
        text.flatMap { number(trimmed($0)) }.flatMap { seconds($0 / 1_000) }
    }

    static func seconds(_ value: Double?) -> Double? {
        guard let value, value > 0, value <= longestSeconds else { return nil }
        return value
    }

    /// A width or height.
    static func pixels(_ text: String?) -> Int? {
        guard let value = text.flatMap({ number(trimmed($0)) }), (1...65_535).contains(value) else {
            return nil
        }
        return Int(value)
    }

    /// Bits per second of kilobits, up to 1 Tb/s.
    static func kilobits(_ text: String?) -> Int? {
        guard let value = text.flatMap({ number(trimmed($0)) }), value > 0, value <= 1e9 else {
            return nil
        }
        return Int((value * 1_000).rounded())
    }

    /// Digits, with or without a point: no sign, no exponent, no infinity.
    private static func number(_ text: Substring) -> Double? {
        guard (1...20).contains(text.utf8.count), text.utf8.first != 0x2E,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E })
        else { return nil }
        return Double(text)
    }

    private static func trimmed(_ text: String) -> Substring {
        let start = text.drop(while: \.isWhitespace)
        return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? ""
    }
}
