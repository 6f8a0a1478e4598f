/// Numbers as people write them: digits, and digits behind a dot. Swift alone would read `inf`
/// and `0x1p4` as well.
public enum PlainDecimal {
    /// - Parameters:
    ///   - text: Without a sign.
    ///   - whole: The most digits before the dot, of which there is one at least.
    ///   - fraction: The most behind it; 0: there is no dot.
    /// - Returns: Nil for anything else.
    public static func value(of text: Substring, whole: Int = 9, fraction: Int = 9) -> Double? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let most = [whole, fraction]
        guard parts.count <= (fraction > 0 ? 2 : 1) else { return nil }
        let areDigits = zip(parts, most).allSatisfy { part, most in
            (1...most).contains(part.utf8.count)
                && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
        return areDigits ? Double(text) : nil
    }
}
