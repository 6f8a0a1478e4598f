/// The clips that a list in libavformat's concat format names.
///
///     ffconcat version 1.0
///     file first.mp4
///     file 'the second.mp4'
enum ClipList {
    /// The paths in their order, as libavformat reads them: a word ends at a space,
    /// but not in quotes or behind a backslash.
    ///
    /// - Parameters:
    ///   - text: The list.
    ///   - list: Its path; clips are named from its directory.
    /// - Returns: Absolute ones, or from where the list's own is.
    static func clips(in text: String, at list: String) -> [String] {
        let directory = list.lastIndex(of: "/").map { list[...$0] } ?? ""
        return text.split(whereSeparator: \.isNewline).compactMap { line in
            let line = line.drop(while: \.isWhitespace)
            let keyword = line.prefix { !$0.isWhitespace }
            guard keyword == "file" else { return nil }
            let name = word(line.dropFirst(keyword.count).drop(while: \.isWhitespace))
            return name.hasPrefix("/") ? name : directory + name
        }
    }

    private static func word(_ text: Substring) -> String {
        var word = ""
        var rest = text
        var isQuoted = false
        while let character = rest.popFirst() {
            switch character {
            case "'": isQuoted.toggle()
            case "\\" where !isQuoted: rest.popFirst().map { word.append($0) }
            case _ where character.isWhitespace && !isQuoted: return word
            default: word.append(character)
            }
        }
        return word
    }
}
