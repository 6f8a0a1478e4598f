internal import ControlAPI
internal import Media

/// One mapping of a configuration file, read strictly: every complaint names
/// the file, the line and what would be accepted.
struct ConfigurationSection {
    let name: String
    let file: String
    /// Keys and values in the file's order.
    let entries: [Entry]
    private let line: Int

    /// A key, where it is, and its value, which may begin on a later line.
    struct Entry {
        let key: String
        let line: Int
        let value: YAMLNode
    }

    /// The section's key is in `line`; nil for the whole file.
    ///
    /// - Throws: `ConfigurationError` when the node is not a mapping, or names a key twice.
    init(_ node: YAMLNode, name: String, file: String, line: Int? = nil) throws(ConfigurationError)
    {
        self.name = name
        self.file = file
        self.line = line ?? node.line
        guard case .mapping(let mapping) = node.content else {
            throw ConfigurationError(
                location: "\(file):\(self.line)",
                message: "\(name) is to be a mapping of keys to values"
            )
        }
        var entries: [Entry] = []
        var seen: Set<String> = []
        for (key, value) in mapping {
            let line = key.line
            guard let text = key.scalar else {
                throw ConfigurationError(
                    location: "\(file):\(line)",
                    message: "a key of \(name) is to be a plain word"
                )
            }
            guard seen.insert(text).inserted else {
                throw ConfigurationError(
                    location: "\(file):\(line)",
                    message: "\(quoted(text)) is more than once in \(name)"
                )
            }
            entries.append(Entry(key: text, line: line, value: value))
        }
        self.entries = entries
    }

    /// Refuses every key that is not in the list.
    func accept(_ keys: [String]) throws(ConfigurationError) {
        for entry in entries where !keys.contains(entry.key) {
            let key = entry.key
            let hint =
                Spelling.nearest(to: key, among: keys).map { "; did you mean \"\($0)\"?" } ?? ";"
            throw ConfigurationError(
                location: "\(file):\(entry.line)",
                message: "unknown key \(quoted(key)) in \(name)\(hint) accepted: \(keys.list)"
            )
        }
    }

    func section(_ key: String) throws(ConfigurationError) -> Self? {
        guard let entry = entry(key), !entry.value.isNull else { return nil }
        return try section(entry)
    }

    /// The section that an entry's value is to be.
    func section(_ entry: Entry) throws(ConfigurationError) -> Self {
        try Self(entry.value, name: entry.key, file: file, line: entry.line)
    }

    func string(_ key: String) throws(ConfigurationError) -> String? {
        guard let node = try given(key) else { return nil }
        guard let scalar = node.scalar else { throw error(key, "is to be text") }
        return scalar
    }

    /// A text that is checked later, with what a complaint about it needs.
    func placed(_ key: String) throws(ConfigurationError) -> PlacedText? {
        try string(key).map { PlacedText(text: $0, location: location(of: key)) }
    }

    func word(_ key: String, among accepted: [String]) throws(ConfigurationError) -> String? {
        guard let text = try string(key) else { return nil }
        guard accepted.contains(text) else {
            throw error(key, "is \(quoted(text)); accepted: \(accepted.list)")
        }
        return text
    }

    /// One of a type's values, by its name.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ key: String
    ) throws(ConfigurationError) -> Choice? {
        try word(key, among: Choice.allCases.map(\.rawValue)).flatMap(Choice.init)
    }

    /// A list of texts; one text alone is a list as well.
    func strings(_ key: String) throws(ConfigurationError) -> [String]? {
        guard let node = self[key], !node.isNull else { return nil }
        if let scalar = node.scalar { return [scalar] }
        guard case .sequence(let nodes) = node.content, nodes.allSatisfy({ $0.scalar != nil })
        else {
            throw error(key, "is to be a list of texts, such as [/srv/a, /srv/b]")
        }
        return nodes.compactMap(\.scalar)
    }

    /// The ID that a key is to be: a stream's, or of something else that is called alike.
    func id(
        _ entry: Entry,
        of kind: MessageText = "stream"
    ) throws(ConfigurationError) -> StreamID {
        if let id = StreamID(entry.key) { return id }
        throw error(
            entry.key,
            "is no \(kind) ID; accepted: 1 to 64 of letters, digits, . _ and -"
        )
    }

    /// One of a list: a text, or a mapping of keys to values.
    enum Element {
        case text(PlacedText)
        case section(ConfigurationSection)
    }

    /// A list of texts and mappings; where `acceptsOne`, one of them alone is a list as well.
    func elements(
        _ key: String,
        acceptsOne: Bool = false
    ) throws(ConfigurationError) -> [Element]? {
        guard let node = self[key], !node.isNull else { return nil }
        var nodes = [node]
        if case .sequence(let list) = node.content {
            nodes = list
        } else if !acceptsOne {
            throw error(key, "is to be a list")
        }
        var elements: [Element] = []
        for node in nodes {
            if let text = node.scalar {
                elements.append(.text(PlacedText(text: text, location: "\(file):\(node.line)")))
            } else {
                elements.append(.section(try Self(node, name: key, file: file, line: node.line)))
            }
        }
        return elements
    }

    func boolean(_ key: String) throws(ConfigurationError) -> Bool? {
        guard let node = try given(key) else { return nil }
        guard let value = node.boolean else { throw error(key, "is to be true or false") }
        return value
    }

    func number(_ key: String, in range: ClosedRange<Double>) throws(ConfigurationError) -> Double?
    {
        guard let node = try given(key) else { return nil }
        guard let value = node.number, range.contains(value) else {
            throw error(
                key,
                "is \(node.scalar.map { quoted($0) } ?? "not a number"); accepted: a number from"
                    + " \(FieldRule.words(range))"
            )
        }
        return value
    }

    func integer(_ key: String, in range: ClosedRange<Int>) throws(ConfigurationError) -> Int? {
        guard let node = try given(key) else { return nil }
        guard let value = node.integer, range.contains(value) else {
            throw error(
                key,
                "is \(node.scalar.map { quoted($0) } ?? "not a number"); accepted: a whole number from"
                    + " \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return value
    }

    /// A number of bytes, such as `192MiB`.
    func bytes(_ key: String, in range: ClosedRange<Int>) throws(ConfigurationError) -> Int? {
        guard let text = try string(key) else { return nil }
        guard let bytes = ByteCount(text)?.bytes, range.contains(bytes) else {
            let (least, most) = (ByteCount(range.lowerBound), ByteCount(range.upperBound))
            throw error(
                key,
                "is \(quoted(text)); accepted: \(least.text) to \(most.text), in KiB, MiB or GiB"
            )
        }
        return bytes
    }

    /// A number as text: digits, a fraction, or the short name of a rate.
    private func rate(
        _ key: String,
        in range: ClosedRange<Double>
    ) throws(ConfigurationError) -> Double? {
        guard let text = try string(key) else { return nil }
        guard let rate = Hertz(text: text)?.value, range.contains(rate) else {
            throw error(
                key,
                "is \(quoted(text)); accepted: a number from \(FieldRule.words(range))"
            )
        }
        return Double(text) ?? rate
    }

    /// A complaint about a key of this section, or about the section itself.
    func error(_ key: String?, _ complaint: MessageText) -> ConfigurationError {
        ConfigurationError(
            location: location(of: key),
            message: key.map { "\(keyName($0)) in \(name) \(complaint)" } ?? "\(name) \(complaint)"
        )
    }

    /// A key as it is in messages: bare where it is a word.
    private func keyName(_ key: String) -> MessageText {
        StreamID(key) != nil ? "\(key)" : quoted(key)
    }

    /// `FILE:LINE` of a key, or of the section.
    func location(of key: String?) -> String {
        "\(file):\(key.flatMap { entry($0)?.line } ?? line)"
    }

    private subscript(key: String) -> YAMLNode? { entry(key)?.value }

    /// The value of a key that is a scalar; nil where it is not there, or said to be none. What is
    /// nothing at all was rather forgotten, or taken for a comment.
    private func given(_ key: String) throws(ConfigurationError) -> YAMLNode? {
        guard let node = self[key] else { return nil }
        guard !node.isEmpty else {
            throw error(
                key,
                "has no value; one that begins with # is to be in quotes, as it is a comment else"
            )
        }
        return node.isNull ? nil : node
    }

    private func entry(_ key: String) -> Entry? { entries.last { $0.key == key } }
}

extension ConfigurationSection: FieldReader {
    func value(of rule: FieldRule) throws(ConfigurationError) -> JSONValue? {
        switch rule.kind {
        case .flag: return try boolean(rule.name)?.json
        case .choice(let names): return try word(rule.name, among: names)?.json
        case .number(let range), .seconds(let range, _):
            return try number(rule.name, in: range)?.json
        case .rate(let range): return try rate(rule.name, in: range)?.json
        case .integer(let range): return try integer(rule.name, in: range)?.json
        case .text(_, let accepted, let isAccepted):
            guard let text = try string(rule.name) else { return nil }
            guard isAccepted(text) else {
                throw error(
                    rule.name,
                    "is \(quoted(text)); accepted: \(MessageText(message: accepted))"
                )
            }
            return text.json
        case .members(let rules, let required): return try members(rule.name, rules, required)
        }
    }

    private func members(
        _ key: String,
        _ rules: [FieldRule],
        _ required: [String]
    ) throws(ConfigurationError) -> JSONValue? {
        guard let section = try section(key) else { return nil }
        try section.accept(rules.map(\.name))
        var members: [String: JSONValue] = [:]
        for rule in rules { members[rule.name] = try section.value(of: rule) }
        for name in required where members[name] == nil {
            throw section.error(nil, "has no \(name)")
        }
        return .object(members)
    }
}

extension [String] {
    fileprivate var list: String { joined(separator: ", ") }
}
