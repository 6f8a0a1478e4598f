/// Where a page ended: the number by which the list is ordered, of its last element.
struct StoreCursor {
    /// The list that it belongs to.
    enum List: String {
        case feed = "f"
        case search = "s"
    }

    let number: Int64

    init(_ number: Int64) {
        self.number = number
    }

    /// - Throws: `isNoCursor` for anything else than what `text(_:)` gives.
    init(_ text: String, of list: List) throws(StoreError) {
        guard text.hasPrefix(list.rawValue), let number = Int64(text.dropFirst()),
            Self(number).text(list) == text
        else {
            throw .isNoCursor(String(text.prefix(64)))
        }
        self.number = number
    }

    func text(_ list: List) -> String { list.rawValue + String(number) }
}
