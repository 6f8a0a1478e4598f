import MediaFiles
import TestSupport
import Testing

@Suite struct ExifFactsTests {
    /// A JPEG file without a picture, of which nothing here reads one.
    private static let empty: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9]

    private static func facts(
        _ values: ExifFile.Values,
        _ order: ExifFile.Order = .little
    ) -> ExifFacts? {
        ExifFacts(inJPEG: ExifFile.insert(values, into: empty, order))
    }

    @Test(arguments: ExifFile.Order.allCases)
    func whatACameraWritesIsRead(order: ExifFile.Order) throws {
        let values = ExifFile.Values(
            orientation: 6,
            taken: "2024:01:31 23:59:58",
            fraction: "25",
            offset: "+01:00",
            contentIdentifier: "4F5B7C80-1D2E-4A5B-9C3D-0123456789AB"
        )
        let facts = try #require(Self.facts(values, order))
        #expect(facts.contentIdentifier?.text == "4F5B7C80-1D2E-4A5B-9C3D-0123456789AB")
        #expect(facts.orientation == 6 && facts.exchangesAxes)
        #expect(facts.taken == MediaDate("2024-01-31T23:59:58.25+0100"))
    }

    @Test func whatIsNotWrittenIsNotThere() throws {
        let facts = try #require(Self.facts(.init(orientation: 1)))
        #expect(facts.orientation == 1 && facts.taken == nil && !facts.exchangesAxes)
        #expect(ExifFacts(inJPEG: Self.empty) == nil && ExifFacts(inJPEG: []) == nil)
    }

    @Test(
        arguments: [
            (ExifFile.Values(orientation: 9, taken: "2024:01:31 23:59:58"), "2024:01:31 23:59:58"),
            (
                .init(orientation: 0, taken: "2024:01:31 23:59:58", offset: "   :  "),
                "2024:01:31 23:59:58"
            ),
            (
                .init(taken: "2024:01:31 23:59:58", fraction: "x", offset: "+02:00"),
                "2024:01:31 23:59:58+02:00"
            ),
            (.init(taken: "    :  :     :  :  "), nil), (.init(taken: "0000:00:00 00:00:00"), nil),
        ] as [(ExifFile.Values, String?)]
    )
    func whatIsWrongIsLeftOut(values: ExifFile.Values, expected: String?) throws {
        let facts = try #require(Self.facts(values))
        #expect(facts.orientation == 1 && facts.taken == expected.flatMap { MediaDate($0) })
    }

    @Test(arguments: [
        "", "1234567", "1234 678", "12345678\u{E4}", String(repeating: "1", count: 65),
    ])
    func whatIsNoIdentifierIsNone(text: String) throws {
        let facts = try #require(Self.facts(.init(orientation: 1, contentIdentifier: text)))
        #expect(facts.contentIdentifier == nil)
    }

    /// Files are foreign: whatever is in one, it is read or not.
    @Test func noBytesTrap() {
        let whole = ExifFile.insert(
            .init(
                orientation: 8,
                taken: "2024:01:31 23:59:58",
                fraction: "1",
                offset: "-10:00",
                contentIdentifier: "12345678-9"
            ),
            into: Self.empty
        )
        var generator = SeededGenerator(seed: 17)
        for end in whole.indices { _ = ExifFacts(inJPEG: Array(whole[..<end])) }
        for _ in 0..<5_000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let index = Int.random(in: 2..<bytes.count, using: &generator)
                bytes[index] = UInt8.random(in: 0...255, using: &generator)
            }
            _ = ExifFacts(inJPEG: bytes)
        }
    }
}
