/// The form that an answer is asked for in.
enum AnswerForm {
    case json
    /// Of any type.
    case image
    /// Figures, for people and programs.
    case text
    /// Without end.
    case events

    /// As in `Accept`.
    var accept: String {
        switch self {
        case .json: "application/json"
        case .image: "image/*"
        case .text: "text/plain"
        case .events: "text/event-stream"
        }
    }

    /// How large an answer may be, in bytes: a PNG of 8192x8192 at its worst, or what is far
    /// beyond 64 streams at their wordiest.
    var limit: Int { self == .image ? 512 << 20 : 16 << 20 }

    /// Refuses an answer of another form; one without a body passes as JSON, as of a DELETE.
    ///
    /// - Parameters:
    ///   - mediaType: Of the answer, without parameters.
    ///   - isEmpty: Whether it has no body.
    /// - Throws: `StrangeAnswer` where it is something else.
    func check(_ mediaType: String?, isEmpty: Bool) throws(StrangeAnswer) {
        switch self {
        case .json: guard isEmpty || mediaType == accept else { throw .notJSON }
        case .image:
            guard !isEmpty, mediaType?.hasPrefix("image/") == true else { throw .noImage }
        case .text: guard mediaType == accept else { throw .noText }
        case .events: guard mediaType == accept else { throw .noEvents }
        }
    }
}
