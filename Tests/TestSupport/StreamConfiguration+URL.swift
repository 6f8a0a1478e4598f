public import Addressing
public import Media

extension StreamConfiguration {
    /// - Throws: `SourceError` of kind `address`, saying what is accepted.
    public init(id: StreamID, url: String) throws(SourceError) {
        self.init(id: id, address: try .parse(url))
    }
}
