internal import ControlAPI
internal import Testing

@testable internal import pipctl

@Suite struct EventParserTests {
    private func events(_ text: String) -> [EventParser.Event] {
        var parser = EventParser()
        var splitter = LineSplitter()
        return splitter.append(text.utf8).compactMap { parser.append($0) }
    }

    @Test func commentsAndUnknownFieldsAreSkipped() {
        let found = events(": hello\n\nid: 1\nretry: 5\nevent: view-changed\ndata: {\"n\":1}\n\n")
        #expect(found == [EventParser.Event(kind: "view-changed", data: ["n": 1])])
    }

    @Test func dataOfSeveralLinesIsJoined() {
        #expect(events("data: {\"n\":\ndata: 2}\n\n").first?.data == ["n": 2])
    }

    @Test func anUnfinishedEventIsNone() {
        #expect(events("event: a\ndata: {}\n").isEmpty)
        #expect(events("event: a\n\ndata: no json\n\n").isEmpty)
    }

    @Test func linesMayArriveInAnyPieces() {
        let text = "event: é\ndata: {\"n\":1}\n\n"
        for cut in 0...text.utf8.count {
            var splitter = LineSplitter()
            let lines =
                splitter.append(text.utf8.prefix(cut)) + splitter.append(text.utf8.dropFirst(cut))
            #expect(lines == ["event: é", "data: {\"n\":1}", ""])
        }
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
