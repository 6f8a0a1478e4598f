/// How words are spelled that people type.
public enum Spelling {
    /// The accepted word nearest to what was typed, if one is near enough to be meant: at most half
    /// of its letters differ.
    public static func nearest(to word: String, among accepted: [String]) -> String? {
        // Nobody means one of them by a text of a megabyte.
        guard word.utf8.count < 100 else { return nil }
        let ranked = accepted.map { (word: $0, distance: distance(word, $0)) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(1, best.word.count / 2) ? best.word : nil
    }

    /// Insertions, deletions and replacements from one word to the other (Levenshtein).
    static func distance(_ first: String, _ second: String) -> Int {
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
}
