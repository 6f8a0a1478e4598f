internal import CYAMLEvents

/// The events of libyaml, one at a time: what a text says before anything is made of it.
///
/// Yams makes nodes of the same events and does not show them.
///
/// Thread: bound to one thread.
struct YAMLEvents: ~Copyable {
    // At a fixed address: libyaml's parser points to itself.
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let text: UnsafeMutableBufferPointer<UInt8>

    init(_ text: String) {
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

    /// Hands out the events and their lines, until the text ends or is no YAML from there on.
    borrowing func forEach<Failure>(
        _ body: (DocumentSize.Event, _ line: Int) throws(Failure) -> Void
    ) throws(Failure) {
        while true {
            var event = yaml_event_t()
            guard yaml_parser_parse(parser, &event) == 1 else { return }
            defer { yaml_event_delete(&event) }
            guard event.type != YAML_STREAM_END_EVENT else { return }
            guard let known = DocumentSize.Event(event) else { continue }
            try body(known, Int(event.start_mark.line) + 1)
        }
    }
}

extension DocumentSize.Event {
    /// Returns nil for the beginnings and ends of documents.
    fileprivate init?(_ event: yaml_event_t) {
        switch event.type {
        case YAML_SCALAR_EVENT:
            self = .scalar(anchor: Self.text(event.data.scalar.anchor))
        case YAML_SEQUENCE_START_EVENT:
            self = .collectionBegan(anchor: Self.text(event.data.sequence_start.anchor))
        case YAML_MAPPING_START_EVENT:
            self = .collectionBegan(anchor: Self.text(event.data.mapping_start.anchor))
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
            self = .collectionEnded
        case YAML_ALIAS_EVENT:
            self = .alias(of: Self.text(event.data.alias.anchor) ?? "")
        default: return nil
        }
    }

    private static func text(_ characters: UnsafePointer<yaml_char_t>?) -> String? {
        characters.map { String(cString: $0) }
    }
}
