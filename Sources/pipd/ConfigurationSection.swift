internal import Yams

/// One mapping of a configuration file, read strictly: every complaint names
/// the file, the line and what would be accepted.
struct ConfigurationSection {
    let name: String
    let file: String
    /// Keys and values in the file's order.
    let entries: [(key: String, value: Node)]
    private let line: Int

    /// - Throws: `ConfigurationError` when the node is not a mapping, or names a key twice.
    init(_ node: Node, name: String, file: String) throws(ConfigurationError) {
        self.name = name
        self.file = file
        line = node.mark?.line ?? 1
        guard case .mapping(let mapping) = node else {
            throw ConfigurationError(
                location: "\(file):\(line)",
                message: "\(name) is to be a mapping of keys to values"
            )
        }
        var entries: [(key: String, value: Node)] = []
        for (key, value) in mapping {
            guard let text = key.scalar?.string else {
                throw ConfigurationError(
                    location: "\(file):\(key.mark?.line ?? line)",
                    message: "a key of \(name) is to be a plain word"
                )
            }
            entries.append((text, value))
        }
        self.entries = entries
    }

    /// Refuses every key that is not in the list.
    func accept(_ keys: [String]) throws(ConfigurationError) {
        for (key, value) in entries where !keys.contains(key) {
            let hint = nearest(to: key, among: keys).map { "; did you mean \"\($0)\"?" } ?? ";"
            throw ConfigurationError(
                location: "\(file):\(value.mark?.line ?? line)",
                message: "unknown key \"\(key)\" in \(name)\(hint) accepted: "
                    + keys.joined(separator: ", ")
            )
        }
    }

    func contains(_ key: String) -> Bool { self[key] != nil }

    func section(_ key: String) throws(ConfigurationError) -> Self? {
        guard let node = self[key], node.null == nil else { return nil }
        return try Self(node, name: key, file: file)
    }

    func string(_ key: String) throws(ConfigurationError) -> String? {
        guard let node = self[key], node.null == nil else { return nil }
        guard let scalar = node.scalar else { throw error(key, "is to be text") }
        return scalar.string
    }

    /// A text that is checked later, with what a complaint about it needs.
    func placed(_ key: String) throws(ConfigurationError) -> PlacedText? {
        try string(key).map { PlacedText(text: $0, location: location(of: key)) }
    }

    func word(_ key: String, among accepted: [String]) throws(ConfigurationError) -> String? {
        guard let text = try string(key) else { return nil }
        guard accepted.contains(text) else {
            throw error(key, "is \"\(text)\"; accepted: \(accepted.joined(separator: ", "))")
        }
        return text
    }

    /// A list of texts; one text alone is a list as well.
    func strings(_ key: String) throws(ConfigurationError) -> [String]? {
        guard let node = self[key], node.null == nil else { return nil }
        if let scalar = node.scalar { return [scalar.string] }
        let texts = node.sequence?.map(\.scalar?.string)
        guard let texts, texts.allSatisfy({ $0 != nil }) else {
            throw error(key, "is to be a list of texts, such as [/srv/a, /srv/b]")
        }
        return texts.compactMap(\.self)
    }

    func boolean(_ key: String) throws(ConfigurationError) -> Bool? {
        guard let node = self[key], node.null == nil else { return nil }
        guard let value = node.bool else { throw error(key, "is to be true or false") }
        return value
    }

    func number(_ key: String, in range: ClosedRange<Double>) throws(ConfigurationError) -> Double?
    {
        guard let node = self[key], node.null == nil else { return nil }
        guard let value = node.plainNumber?.float ?? node.plainNumber?.int.map(Double.init),
            range.contains(value)
        else {
            throw error(
                key,
                "is \(node.scalar?.string ?? "not a number"); accepted: a number from"
                    + " \(brief(range.lowerBound)) to \(brief(range.upperBound))"
            )
        }
        return value
    }

    func integer(_ key: String, in range: ClosedRange<Int>) throws(ConfigurationError) -> Int? {
        guard let node = self[key], node.null == nil else { return nil }
        guard let value = node.plainNumber?.int, range.contains(value) else {
            throw error(
                key,
                "is \(node.scalar?.string ?? "not a number"); accepted: a whole number from"
                    + " \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return value
    }

    /// A complaint about a key of this section, or about the section itself.
    func error(_ key: String?, _ complaint: String) -> ConfigurationError {
        ConfigurationError(
            location: location(of: key),
            message: key.map { "\($0) in \(name) \(complaint)" } ?? "\(name) \(complaint)"
        )
    }

    /// `FILE:LINE` of a key's value, or of the section.
    func location(of key: String?) -> String {
        "\(file):\(key.flatMap { self[$0]?.mark?.line } ?? line)"
    }

    private subscript(key: String) -> Node? {
        entries.last { $0.key == key }?.value
    }

    /// Without a trailing `.0`.
    private func brief(_ number: Double) -> String {
        number == number.rounded() ? "\(Int(number))" : "\(number)"
    }
}

extension Node {
    /// Itself, unless it is written in base 60 (`12:30`): nobody means that, and
    /// where the number is too large Yams traps.
    fileprivate var plainNumber: Self? { scalar?.string.contains(":") == true ? nil : self }
}
