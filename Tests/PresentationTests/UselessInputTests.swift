import Media
import Presentation
import Testing

@Suite struct UselessInputTests {
    /// What becomes of packets that come every 40 ms, over and over: ✓ a picture, ✗ none;
    /// and after how many seconds the source is given up, of 60.
    @Test(
        arguments: [
            ("✓", nil), ("✗", 5), ("✗✓", nil), ("✗✗✗✗✗✗✗✓", nil),
            // A codec taken for another one.
            ("✗✗✗✗✗✗✗✗✗✗✗✗✗✗✗✗✗✗✗✗✓", 5),
            // A gap, of which a codec recovers with the next key picture.
            ("✗✗✗✗✗✗✗✗✗✗✗✗✗✗✗✗✗✗✗✗✗✗✗✗✗✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓", nil),
        ] as [(String, Int64?)]
    )
    func onlyWhatStaysUselessIsGivenUp(packets: String, seconds: Int64?) {
        var input = UselessInput()
        let outcomes = Array(packets)
        let end = (0..<1500 as Range<Int64>).first { index in
            guard outcomes[Int(index) % outcomes.count] == "✗" else {
                input.succeeded()
                return false
            }
            return input.failed(at: .milliseconds(index * 40), limit: .milliseconds(5_000))
        }
        #expect(end.map { $0 * 40 / 1_000 } == seconds)
    }
}
