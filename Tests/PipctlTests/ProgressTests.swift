internal import Media
internal import Testing

@testable internal import pipctl

@Suite(.timeLimit(.minutes(30))) struct ProgressTests {
    @Test func whatTakesLongIsSaidOnOneLineThatIsEmptyInTheEnd() async throws {
        let (texts, writer) = AsyncStream.makeStream(of: String.self)
        let progress = Progress(isShown: true, interval: 1000) { writer.yield($0) }
        var written = texts.makeAsyncIterator()
        let value = try await progress.shown("waiting for d\u{1B}oor") {
            #expect(await written.next() == "\r\u{1B}[Kwaiting for d\\x1boor, 1 s")
            #expect(await written.next() == "\r\u{1B}[Kwaiting for d\\x1boor, 2 s")
            return 7
        }
        #expect(value == 7)
        writer.finish()
        var last = ""
        while let text = await written.next() { last = text }
        #expect(last == "\r\u{1B}[K")
    }

    @Test func anErrorEmptiesTheLineToo() async throws {
        let (texts, writer) = AsyncStream.makeStream(of: String.self)
        let progress = Progress(isShown: true, interval: .max) { writer.yield($0) }
        await #expect(throws: CommandFailure.refused("no")) {
            try await progress.shown("waiting") { throw CommandFailure.refused("no") }
        }
        writer.finish()
        var all: [String] = []
        for await text in texts { all.append(text) }
        #expect(all == ["\r\u{1B}[K"])
    }

    @Test func whatIsNoTerminalIsToldNothing() async throws {
        let progress = Progress(isShown: false, interval: 1) { _ in Issue.record("was told") }
        #expect(try await progress.shown("waiting") { 1 } == 1)
    }
}
