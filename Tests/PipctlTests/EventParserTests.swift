internal import ControlAPI
internal import TestSupport
internal import Testing

@testable internal import pipctl

@Suite struct EventParserTests {
    private func events(_ text: String) throws -> [EventParser.Event] {
        var parser = EventParser()
        var splitter = LineSplitter()
        return try splitter.append(text.utf8).compactMap { try parser.append($0) }
    }

    @Test func commentsAndUnknownFieldsAreSkipped() throws {
        let text = ": hello\n\nid: 1\nretry: 5\nevent: view-changed\ndata: {\"n\":1}\n\n"
        let found = try events(text)
        #expect(found == [EventParser.Event(kind: "view-changed", data: ["n": 1])])
    }

    @Test func dataOfSeveralLinesIsJoined() throws {
        #expect(try events("data: {\"n\":\ndata: 2}\n\n").first?.data == ["n": 2])
    }

    @Test func anUnfinishedEventIsNone() throws {
        #expect(try events("event: a\ndata: {}\n").isEmpty)
        #expect(try events("event: a\n\ndata: no json\n\n").isEmpty)
    }

    @Test func linesMayArriveInAnyPieces() throws {
        let text = "event: é\ndata: {\"n\":1}\n\n"
        for cut in 0...text.utf8.count {
            var splitter = LineSplitter()
            let lines =
                try splitter.append(text.utf8.prefix(cut))
                + splitter.append(text.utf8.dropFirst(cut))
            #expect(lines == ["event: é", "data: {\"n\":1}", ""])
        }
    }

    @Test func aLineHasAMiBAndNoMore() throws {
        var splitter = LineSplitter()
        let longest = String(repeating: "x", count: LineSplitter.maximumBytes)
        #expect(try splitter.append((longest + "\n").utf8) == [longest])
        #expect(throws: StrangeAnswer.longEvent(1 << 20)) {
            try splitter.append((longest + "x").utf8)
        }
    }

    @Test func anEventHasAMiBAndNoMore() throws {
        var parser = EventParser()
        let half = "data: " + String(repeating: " ", count: 1 << 19)
        #expect(try parser.append(half) == nil)
        #expect(throws: StrangeAnswer.longEvent(1 << 20)) { _ = try parser.append(half + "  ") }
    }

    @Test func aLineOfJSONCarriesTheKind() {
        let event = EventParser.Event(kind: "snapshot", data: ["bytes": 4, "event": "other"])
        #expect(event.jsonLine == "{\"bytes\":4,\"event\":\"snapshot\"}\n")
    }
}

@Suite struct RateMeterTests {
    private func report(at seconds: Double, presented: Int) -> StatusReport {
        var stream = StreamReport(id: "door", url: "a", state: "playing")
        stream.presented = presented
        return StatusReport(
            version: "1",
            uptimeSeconds: seconds,
            output: OutputReport(kind: "headless", mode: "", compositor: "", renderer: ""),
            view: ViewReport(main: nil, pip: PIPReport()),
            streams: [stream],
            memory: MemoryReport(residentBytes: 0, poolBytes: 0)
        )
    }

    @Test func ratesAreByTheDaemonsClock() {
        var meter = RateMeter()
        #expect(meter.rates(at: report(at: 10, presented: 300)).isEmpty)
        #expect(meter.rates(at: report(at: 12, presented: 360)) == ["door": 30])
    }

    @Test func countersMayBeAnything() {
        var meter = RateMeter()
        _ = meter.rates(at: report(at: -1e308, presented: .min))
        #expect(meter.rates(at: report(at: 1e308, presented: .max)) == ["door": 0])
    }

    @Test func aStreamThatStartedAgainHasNoRateYet() {
        var meter = RateMeter()
        _ = meter.rates(at: report(at: 10, presented: 300))
        #expect(meter.rates(at: report(at: 11, presented: 5)).isEmpty)
        #expect(meter.rates(at: report(at: 11, presented: 6)).isEmpty)
    }
}

@Suite struct DaemonClientTests {
    @Test(arguments: [
        ("a-Z_0.~", "a-Z_0.~"), ("/run/p d.sock", "%2Frun%2Fp%20d.sock"), ("é", "%C3%A9"),
    ])
    func textBecomesOneSegmentOfAURL(text: String, segment: String) {
        #expect(DaemonClient.escaped(text) == segment)
    }
}
