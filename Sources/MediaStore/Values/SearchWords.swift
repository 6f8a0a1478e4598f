/// What somebody looks for, as words: letters and digits, of any script.
enum SearchWords {
    /// The first words of a text, but for those that begin another one: that one says more.
    /// Whatever else it holds parts them, so that none of it is read as an operator.
    static func words(of text: String) -> [String] {
        let start = text.unicodeScalars.prefix(StoreLimits.searchCharacters)
        let words = start.split { !$0.properties.isAlphabetic && !$0.isWordPart }
            .prefix(StoreLimits.searchWords)
            .map { String($0).lowercased() }
        return words.indices.filter { index in
            !words.indices.contains { other in
                other != index && words[other].hasPrefix(words[index])
                    && (words[other] != words[index] || other < index)
            }
        }
        .map { words[$0] }
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
