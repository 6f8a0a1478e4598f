import ControlAPI
import MediaLink
import Testing

/// What pipd and pipd-media say to each other, cut as sockets cut it.
@Suite struct MediaMessageTests {
    private static let requests = (1...3).map { number in
        NumberedRequest(
            number: number,
            request: .feeds(
                .search(String(repeating: "ä", count: 40_000 * number), cursor: nil, limit: 1)
            )
        )
    }

    @Test(arguments: [1, 3, 4, 1_000, 65_536, 1 << 20])
    func messagesComeWholeHoweverTheyAreCut(size: Int) throws {
        let bytes = try Self.requests.flatMap { try #require(MessageFrame.encode($0)) }
        var splitter = MessageSplitter()
        var found: [NumberedRequest] = []
        // Small pieces for the first bytes only: they are many.
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + (start < 1_000 ? size : max(size, 10_000)))
            splitter.append(bytes[start..<end])
            start = end
            while let body = try splitter.next() {
                found.append(try #require(MessageFrame.decode(NumberedRequest.self, from: body)))
            }
        }
        #expect(found == Self.requests)
    }

    @Test func thePictureThatComesIsTheOneThatWasSent() throws {
        let picture = PictureFile((0..<100_000).map { UInt8(truncatingIfNeeded: $0) })
        let bytes = try #require(MessageFrame.encode(MediaMessage.answer(1, .picture(picture))))
        #expect(bytes.count < 140_000)
        var splitter = MessageSplitter()
        splitter.append(bytes[...])
        let body = try #require(try splitter.next())
        #expect(
            MessageFrame.decode(MediaMessage.self, from: body) == .answer(1, .picture(picture))
        )
    }

    @Test func aLengthThatNoMessageHasIsRefused() {
        var splitter = MessageSplitter()
        splitter.append([0xFF, 0xFF, 0xFF, 0xFF])
        #expect(throws: MessageSplitter.TooLong.self) { _ = try splitter.next() }
    }

    @Test func whatIsNoMessageIsNone() {
        let text = Array("{\"number\":1}".utf8)
        #expect(MessageFrame.decode(NumberedRequest.self, from: text[...]) == nil)
        #expect(MessageFrame.decode(MediaMessage.self, from: [][...]) == nil)
    }
}
