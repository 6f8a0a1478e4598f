internal import Control
internal import Media

extension StreamID {
    /// What a client calls a stream.
    ///
    /// - Parameters:
    ///   - name: What it says.
    ///   - refusal: How that is answered where nothing can be called so.
    /// - Throws: The refusal.
    init(_ name: String, or refusal: (MessageText) -> ControlError) throws(ControlError) {
        guard let id = Self(name) else { throw refusal("\(quoted(name)) is no stream ID") }
        self = id
    }
}
