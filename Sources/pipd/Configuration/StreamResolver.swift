internal import ControlAPI
internal import Glibc
internal import Ingest
internal import Media

/// Finds out which stream a text means, and collects the streams to define.
struct StreamResolver {
    /// Every stream known so far: the file's, then those that were typed.
    private(set) var streams: [StreamConfiguration] = []
    /// Streams that clients have made, which need no definition.
    private let present: Set<StreamID>
    /// Those that were named until now.
    private var named: Set<StreamID> = []
    private let digests: Bool

    /// - Parameters:
    ///   - file: Its streams are known from the start.
    ///   - present: Streams that there are without it.
    ///   - digests: Whether streams are to compute an MD5 of each picture.
    /// - Throws: `ConfigurationError` for a stream of the file that cannot be opened by any means.
    init(
        file: ConfigurationFile,
        present: Set<StreamID> = [],
        digests: Bool
    ) throws(ConfigurationError) {
        self.present = present
        self.digests = digests
        for section in file.streams { streams.append(try configuration(of: section)) }
    }

    /// The stream that a text names: a known ID, `demo`, `ID=URL`, or an address.
    ///
    /// - Parameters:
    ///   - text: What was typed.
    ///   - option: Where, for messages.
    /// - Returns: The ID; its stream is in `streams`.
    /// - Throws: `ConfigurationError` that says what would be accepted.
    mutating func resolve(
        _ text: String,
        option: String
    ) throws(ConfigurationError) -> StreamID {
        let id = try find(text, option: option)
        named.insert(id)
        return id
    }

    private mutating func find(
        _ text: String,
        option: String
    ) throws(ConfigurationError) -> StreamID {
        if let known = streams.first(where: { $0.id.name == text }) { return known.id }
        if let id = StreamID(text), present.contains(id) { return id }
        if let equals = text.firstIndex(of: "="), let id = StreamID(String(text[..<equals])) {
            guard !named.contains(id) else {
                throw ConfigurationError(
                    location: option,
                    message: "\(id) is named before; accepted: ID=URL once for each ID, and"
                        + " before the ID alone"
                )
            }
            let url = String(text[text.index(after: equals)...])
            return try define(id, url: url, option: option)
        }
        if text != "demo", isPlainName(text), !fileExists(text) {
            throw unknown(text, option: option)
        }
        return try define(uniqueID(for: text), url: text, option: option)
    }

    private mutating func define(
        _ id: StreamID,
        url: String,
        option: String
    ) throws(ConfigurationError) -> StreamID {
        let address = try ConfigurationError.address(url, at: option)
        var stream = StreamConfiguration(id: id, address: address)
        stream.digests = digests
        streams.removeAll { $0.id == id }
        streams.append(stream)
        return id
    }

    /// A name without a dot, a slash or a colon can hardly be meant as a path.
    private func isPlainName(_ text: String) -> Bool {
        !text.isEmpty && !text.contains { "./:".contains($0) }
    }

    private func fileExists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    private func unknown(_ text: String, option: String) -> ConfigurationError {
        let names = streams.map(\.id.name) + present.map(\.name).sorted()
        let known = names.filter { $0 != "demo" } + ["demo"]
        let hint = Spelling.nearest(to: text, among: known).map { " Did you mean \"\($0)\"?" } ?? ""
        return ConfigurationError(
            location: option,
            message: "no stream \(quoted(text)).\(hint) Known: \(known.joined(separator: ", "));"
                + " accepted too: ID=URL, a URL, a path, test:WxH@R"
        )
    }

    /// Made from the last path component; numbered where two addresses end alike.
    private func uniqueID(for text: String) -> StreamID {
        let base = SourceAddress.suggestedID(for: text)
        let taken = Set(streams.map(\.id))
        guard taken.contains(base) else { return base }
        let numbered = (2...).lazy.map { StreamID(sanitizing: "\(base.name.prefix(60))-\($0)") }
        return numbered.first { !taken.contains($0) } ?? base
    }

    private func configuration(
        of section: ConfigurationFile.StreamSection
    ) throws(ConfigurationError) -> StreamConfiguration {
        var stream = StreamConfiguration(section.id, section.address, section.fields)
        stream.digests = digests
        if let refusal = LookbackRule.refusal(of: stream) {
            throw ConfigurationError(
                location: section.location,
                message: MessageText(message: refusal)
            )
        }
        if let refusal = SyncRule.refusal(of: stream, section.fields) {
            throw ConfigurationError(location: section.location, message: refusal)
        }
        return stream
    }
}

extension ConfigurationError {
    /// Reads an address that stands at a location.
    ///
    /// - Throws: `ConfigurationError` that says what is accepted.
    static func address(_ text: String, at location: String) throws(Self) -> SourceAddress {
        do {
            return try SourceAddress.parse(text)
        } catch {
            throw Self(location: location, message: MessageText(message: error.message))
        }
    }
}
