/// A value of a YAML text.
struct YAMLNode {
    indirect enum Content {
        /// Plain: without quotes, and not said to be text.
        case scalar(String, isPlain: Bool)
        case sequence([YAMLNode])
        /// Keys and values in the text's order; a key may be there twice.
        case mapping([(key: YAMLNode, value: YAMLNode)])
    }

    /// Where it begins; 1 is the first.
    let line: Int
    let content: Content

    /// The text of a scalar.
    var scalar: String? {
        if case .scalar(let text, _) = content { text } else { nil }
    }

    /// The text of a scalar that may be more than text: what is in quotes is not.
    private var plain: String? {
        if case .scalar(let text, isPlain: true) = content { text } else { nil }
    }

    /// Whether there is nothing where it would be.
    var isEmpty: Bool { plain?.isEmpty ?? false }

    /// Whether it says that nothing is set.
    var isNull: Bool {
        plain.map { ["", "~", "null", "Null", "NULL"].contains($0) } ?? false
    }

    /// As YAML 1.1 writes it (https://yaml.org/type/bool.html), but for single letters.
    var boolean: Bool? {
        switch plain?.lowercased() {
        case "true", "yes", "on": true
        case "false", "no", "off": false
        default: nil
        }
    }

    /// A whole number: decimal, or after `0x`, `0o` or `0b`; an underscore may part digits.
    /// None is in base 60 (`12:30`), which YAML 1.1 knows and nobody means.
    var integer: Int? {
        guard let digits else { return nil }
        for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where digits.hasPrefix(prefix) {
            return Int(digits.dropFirst(2), radix: radix)
        }
        return Int(digits)
    }

    /// A number, with or without a fraction.
    var number: Double? { integer.map(Double.init) ?? digits.flatMap { Double($0) } }

    private var digits: String? { plain?.filter { $0 != "_" } }
}
