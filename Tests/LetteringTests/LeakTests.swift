internal import Lettering
internal import Platform
internal import Testing

/// What is left of typesetters.
@Suite struct LeakTests {
    /// In a process of its own, where nothing else takes memory.
    @Test func aTypesetterTakesItsMemoryWithIt() async {
        await #expect(processExitsWith: .success) {
            func draw(_ count: Int) throws {
                for _ in 0..<count {
                    let typesetter = try Typesetter.open()
                    var style = TextStyle(size: 60)
                    style.maximumWidth = 500
                    _ = try typesetter.picture(of: "Some text, \u{4F60}\u{597D}", style: style)
                }
            }
            try draw(100)
            let before = try ProcessStatistics.current().residentBytes
            try draw(500)
            let grown = try ProcessStatistics.current().residentBytes - before
            // 6 KiB a typesetter; the first ones leave holes in the heap.
            #expect(grown < 3 << 20, "\(grown) bytes")
        }
    }

    @Test func pixelsOfLargeLettersAreNotKept() async {
        await #expect(processExitsWith: .success) {
            let typesetter = try Typesetter.open()
            // Of Latin, Greek and Cyrillic, then of emoji: more than 500 MiB of pixels.
            func draw(_ letters: ClosedRange<UInt32>) throws {
                for letter in letters.compactMap(Unicode.Scalar.init) {
                    _ = try typesetter.picture(of: String(letter), style: TextStyle(size: 700))
                }
            }
            try draw(0x41...0x42)
            try draw(0x1F600...0x1F601)
            let before = try ProcessStatistics.current().residentBytes
            try draw(0x100...0x2FF)
            try draw(0x1F600...0x1F64F)
            let grown = try ProcessStatistics.current().residentBytes - before
            #expect(grown < 16 << 20, "\(grown) bytes")
        }
    }
}
