internal import Media

/// A configuration, on the command line or in the file, that cannot be used.
struct ConfigurationError: Error, CustomStringConvertible {
    /// `FILE:LINE`, or the option.
    let location: String
    /// What is wrong and what would be accepted.
    let message: MessageText

    var description: String {
        // An option is the subject of what is said of its value.
        let isSubject = location.hasPrefix("--") && message.description.hasPrefix("is ")
        return "\(OutsideText.shown(location))\(isSubject ? "" : ":") \(message)"
    }
}

/// What was written, and where: `FILE:LINE`, or the option.
struct PlacedText: Hashable {
    var text: String
    var location: String
}

/// A text of the configuration's for a message: whatever it is, it may be an address that
/// is in the wrong place, and longer than anybody reads.
func quoted(_ text: String) -> MessageText {
    let shown = OutsideText.shown(text)
    return shown.count > 200 ? "\"\(shown.prefix(200))…\"" : "\"\(shown)\""
}
