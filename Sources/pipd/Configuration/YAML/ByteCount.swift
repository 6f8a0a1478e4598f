/// A number of bytes as people write it, such as `192MiB`.
struct ByteCount {
    let bytes: Int

    private static let units = [("GiB", 30), ("MiB", 20), ("KiB", 10)]

    init(_ bytes: Int) { self.bytes = bytes }

    /// Returns nil for what says no number of bytes, or more than any disk has.
    init?(_ text: String) {
        guard let (unit, shift) = Self.units.first(where: { text.hasSuffix($0.0) }),
            let number = Int(text.dropLast(unit.utf8.count)), (0...(1 << 30)).contains(number)
        else { return nil }
        bytes = number << shift
    }

    /// In the largest unit that has a whole number of it.
    var text: String {
        let fitting = Self.units.first { bytes & (1 << $0.1 - 1) == 0 }
        return fitting.map { "\(bytes >> $0.1)\($0.0)" } ?? "\(bytes)"
    }
}
