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

/// The accepted word nearest to what was typed, if one is near enough to be
/// meant: at most half of its letters differ.
func nearest(to word: String, among accepted: [String]) -> String? {
    // Nobody means one of them by a text of a megabyte.
    guard word.utf8.count < 100 else { return nil }
    let ranked = accepted.map { (word: $0, distance: editDistance(word, $0)) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(1, best.word.count / 2) ? best.word : nil
}

/// Insertions, deletions and replacements from one word to the other (Levenshtein).
func editDistance(_ first: String, _ second: String) -> Int {
    let second = Array(second)
    var previous = Array(0...second.count)
    for (row, letter) in first.enumerated() {
        var current = [row + 1]
        for column in second.indices {
            let replaced = previous[column] + (letter == second[column] ? 0 : 1)
            current.append(min(replaced, previous[column + 1] + 1, current[column] + 1))
        }
        previous = current
    }
    return previous[second.count]
}
