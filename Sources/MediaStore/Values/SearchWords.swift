/// What somebody looks for, as words: letters and digits, of any script.
enum SearchWords {
    /// The first words of a text. Whatever else it holds parts them, so that none of it is read as
    /// an operator.
    static func words(of text: String) -> [String] {
        let start = text.unicodeScalars.prefix(StoreLimits.searchCharacters)
        return start.split { !$0.properties.isAlphabetic && !$0.isWordPart }
            .prefix(StoreLimits.searchWords)
            .map { String($0) }
    }
}

extension Unicode.Scalar {
    /// Digits, and what changes the letter before.
    fileprivate var isWordPart: Bool {
        switch properties.generalCategory {
        case .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark: true
        default: false
        }
    }
}
