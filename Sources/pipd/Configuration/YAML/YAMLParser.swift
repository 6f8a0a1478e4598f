internal import CYAML

/// Makes nodes of the events of libyaml, within the bounds of `DocumentSize`.
///
/// Thread: bound to one thread.
struct YAMLParser: ~Copyable {
    /// Why there is no node.
    enum Failure: Error {
        case excess(DocumentSize.Excess, line: Int)
        /// What libyaml says; no line where it names none.
        case syntax(String, line: Int?)
    }

    // At a fixed address: libyaml's parser points to itself.
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let text: UnsafeMutableBufferPointer<UInt8>
    private var size = DocumentSize()
    private var anchored: [String: YAMLNode] = [:]

    private init(_ text: String) {
        parser = .allocate(capacity: 1)
        parser.initialize(to: yaml_parser_t())
        self.text = .allocate(capacity: max(1, text.utf8.count))
        let end = self.text.initialize(fromContentsOf: text.utf8)
        yaml_parser_initialize(parser)
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, self.text.baseAddress, end)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
        text.deallocate()
    }

    /// The node of a text that is one document; nil for an empty one.
    ///
    /// - Throws: `Failure`, at the first event that is none or passes a bound.
    static func parse(_ text: String) throws(Failure) -> YAMLNode? {
        var parser = Self(text)
        let root = try parser.node()
        if root != nil, let other = try parser.node() {
            throw .syntax("another document begins here", line: other.line)
        }
        return root
    }

    /// The next node, with all that is in it; nil at the end of what it would be in.
    private mutating func node() throws(Failure) -> YAMLNode? {
        var event = try next()
        defer { yaml_event_delete(&event) }
        let line = Int(event.start_mark.line) + 1
        switch event.type {
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let text = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            let anchor = Self.text(scalar.anchor)
            try count(.scalar(anchor: anchor), line)
            let isPlain =
                scalar.style == YAML_PLAIN_SCALAR_STYLE && Self.text(scalar.tag) != YAML_STR_TAG
            let content = YAMLNode.Content.scalar(
                String(decoding: text, as: UTF8.self),
                isPlain: isPlain
            )
            return keep(YAMLNode(line: line, content: content), as: anchor)
        case YAML_ALIAS_EVENT:
            let name = Self.text(event.data.alias.anchor) ?? ""
            try count(.alias(of: name), line)
            guard let node = anchored[name] else {
                throw .syntax("found undefined alias", line: line)
            }
            return node
        case YAML_SEQUENCE_START_EVENT:
            let anchor = Self.text(event.data.sequence_start.anchor)
            try count(.collectionBegan(anchor: anchor), line)
            return keep(YAMLNode(line: line, content: try sequence()), as: anchor)
        case YAML_MAPPING_START_EVENT:
            let anchor = Self.text(event.data.mapping_start.anchor)
            try count(.collectionBegan(anchor: anchor), line)
            return keep(YAMLNode(line: line, content: try mapping()), as: anchor)
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
            try count(.collectionEnded, line)
            return nil
        default: return nil
        }
    }

    private mutating func sequence() throws(Failure) -> YAMLNode.Content {
        var nodes: [YAMLNode] = []
        while let node = try node() { nodes.append(node) }
        return .sequence(nodes)
    }

    private mutating func mapping() throws(Failure) -> YAMLNode.Content {
        var pairs: [(key: YAMLNode, value: YAMLNode)] = []
        while let key = try node(), let value = try node() { pairs.append((key, value)) }
        return .mapping(pairs)
    }

    private mutating func keep(_ node: YAMLNode, as anchor: String?) -> YAMLNode {
        if let anchor { anchored[anchor] = node }
        return node
    }

    private mutating func count(_ event: DocumentSize.Event, _ line: Int) throws(Failure) {
        do throws(DocumentSize.Excess) {
            try size.count(event)
        } catch {
            throw .excess(error, line: line)
        }
    }

    /// The next event that is not the beginning or end of a document.
    private func next() throws(Failure) -> yaml_event_t {
        while true {
            var event = yaml_event_t()
            guard yaml_parser_parse(parser, &event) == 1 else { throw failure }
            switch event.type {
            case YAML_STREAM_START_EVENT, YAML_DOCUMENT_START_EVENT, YAML_DOCUMENT_END_EVENT:
                yaml_event_delete(&event)
            default: return event
            }
        }
    }

    /// Why libyaml cannot go on.
    private var failure: Failure {
        guard let text = parser.pointee.problem.map({ String(cString: $0) }) else {
            return .syntax("libyaml does not say why", line: nil)
        }
        let mark = parser.pointee.problem_mark
        // What is no character has an offset alone.
        let line = parser.pointee.error == YAML_READER_ERROR ? nil : Int(mark.line) + 1
        // libyaml's own bound, which is reached before the events come where one line has it all.
        if let line, text.hasPrefix("Maximum nesting level") {
            return .excess(.depth, line: line)
        }
        if let comment = commentForValue(upTo: Int(mark.line)) {
            let reason = "a value that begins with # is to be in quotes, as it is a comment else"
            return .syntax(reason, line: comment + 1)
        }
        return .syntax(text + Self.advice(on: text), line: line)
    }

    /// In brackets that are not closed, the last comment in the place of a value, such as a colour:
    /// it has what would close them.
    ///
    /// - Parameter last: A line, from 0 on.
    /// - Returns: Its line; nil where there is none up to that one, or brackets are closed.
    private func commentForValue(upTo last: Int) -> Int? {
        guard parser.pointee.flow_level > 0 else { return nil }
        // Of what is in brackets it says where that begins.
        let context = parser.pointee.context.map { String(cString: $0) } ?? ""
        let isBracket = ["mapping", "sequence"].contains { context.hasSuffix("flow \($0)") }
        let first = isBracket ? Int(clamping: parser.pointee.context_mark.line) : 0
        let lines = text.prefix(Int(clamping: parser.pointee.offset))
            .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return lines.prefix(last + 1).dropFirst(first).lastIndex(where: Self.hasCommentForValue)
    }

    /// Of `NAME: #TEXT`, not in quotes; a space behind the sign is rather that of a comment.
    private static func hasCommentForValue(
        _ line: Slice<UnsafeMutableBufferPointer<UInt8>>
    ) -> Bool {
        let space = UInt8(ascii: " ")
        // What ends the text that is in quotes.
        var quote: UInt8?
        // Where the last of such texts did.
        var ended: Int?
        var isEscaped = false
        for place in line.indices {
            let byte = line[place]
            if let end = quote {
                if byte == end, !isEscaped { (quote, ended) = (nil, place) }
                isEscaped = byte == UInt8(ascii: "\\") && end == UInt8(ascii: "\"") && !isEscaped
                continue
            }
            let before = line[..<place]
            // Doubled, it is one in the text.
            let isDoubled = byte == UInt8(ascii: "'") && place == ended.map { $0 + 1 }
            if [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(byte),
                isDoubled || beginsValue(behind: before)
            {
                quote = byte
            }
            guard byte == UInt8(ascii: "#"), before.last == space,
                place + 1 < line.endIndex, line[place + 1] > space
            else { continue }
            if before.last(where: { $0 != space }) == UInt8(ascii: ":") { return true }
        }
        return false
    }

    /// Whether a quotation mark is one there: in a text it is a letter, such as in `client's`.
    private static func beginsValue(
        behind text: Slice<UnsafeMutableBufferPointer<UInt8>>
    ) -> Bool {
        text.last { $0 != UInt8(ascii: " ") }.map { ",:[{".utf8.contains($0) } ?? true
    }

    private static func advice(on problem: String) -> String {
        guard problem.hasPrefix("found character that cannot start any token") else { return "" }
        return
            "; a value that begins with %, @ or ` is to be in quotes, and lines begin with spaces,"
            + " not with tabs"
    }

    private static func text(_ characters: UnsafePointer<yaml_char_t>?) -> String? {
        characters.map { String(cString: $0) }
    }
}
