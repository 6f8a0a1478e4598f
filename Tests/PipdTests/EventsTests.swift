import Control
import ControlAPI
import Logging
import Media
import Pipeline
import Presentation
import Testing

@testable import pipd

/// What the journal's fields are made of.
@Suite struct EventsTests {
    @Test func anEventNamesWhatItIsAbout() throws {
        let door = try #require(StreamID("door"))
        let cause = LayerError.invalidPixelFormat
        let expected: [(PipelineEvent, Logger.Metadata)] = [
            (.streamReady(door), ["stream": "door"]),
            (.streamLost(door, reason: "refused"), ["stream": "door", "reason": "refused"]),
            (.streamFailed(door, reason: "gone"), ["stream": "door", "reason": "gone"]),
            (
                .layerRebuilt(door, view: .pip, cause: cause),
                ["stream": "door", "layer": "pip", "reason": "\(cause)"]
            ),
            (
                .layerResized(door, view: .main, size: PixelSize(width: 64, height: 36)),
                ["stream": "door", "layer": "main"]
            ),
            (.outputLost(reason: "unplugged"), ["reason": "unplugged"]),
            (.firstPictureShown, [:]),
        ]
        for (event, metadata) in expected { #expect(Events.metadata(event) == metadata) }
    }

    /// A connection that is kept is not told as lost.
    @Test func aStallIsNoLoss() throws {
        let door = try #require(StreamID("door"))
        #expect(
            Events.controlEvent(.streamStalled(door))
                == ControlEvent(.streamStalled, ["stream": "door"])
        )
        #expect(
            Events.controlEvent(.streamResumed(door))
                == ControlEvent(.streamResumed, ["stream": "door"])
        )
        #expect(Events.metadata(.streamStalled(door)) == ["stream": "door"])
    }

    @Test func aChangeOfVariantSaysWhatIsPlayedAndWhy() throws {
        let door = try #require(StreamID("door"))
        let large = Variant(bitRate: 2_500_000, size: PixelSize(width: 1280, height: 720))
        let event = PipelineEvent.variantChanged(door, large, .bandwidth)
        let expected = ControlEvent(
            .variantChanged,
            [
                "stream": "door", "width": 1280, "height": 720, "bit_rate": 2_500_000,
                "reason": "bandwidth",
            ]
        )
        #expect(Events.controlEvent(event) == expected)
        #expect(
            Events.metadata(event)
                == ["stream": "door", "variant": "1280x720 at 2.5 Mb/s", "reason": "bandwidth"]
        )
    }

    @Test func aChangeOfSizeIsNoRebuild() throws {
        let door = try #require(StreamID("door"))
        let size = PixelSize(width: 64, height: 36)
        let resized = Events.controlEvent(.layerResized(door, view: .main, size: size))
        let expected = ControlEvent(
            .layerResized,
            ["stream": "door", "layer": "main", "width": 64, "height": 36]
        )
        #expect(resized == expected)
    }
}

@Suite struct LogTextTests {
    /// What the message says already is not said twice, but is a field.
    @Test(
        arguments: [
            ("stream door: ended", ["stream": "door"], "stream door: ended"),
            ("control: listening", ["socket": "/run/s"], "control: listening socket=/run/s"),
            ("m", ["b": "2", "a": "1"], "m a=1 b=2"),
            ("m", [:], "m"),
        ] as [(String, [String: String], String)]
    )
    func aLineSaysEverythingOnce(message: String, fields: [String: String], line: String) {
        let event = LogEvent(
            level: .info,
            message: "\(message)",
            metadata: fields.mapValues { "\($0)" },
            source: "test",
            file: "test",
            function: "test",
            line: 1
        )
        let text = LogText(event, [:])
        #expect(text.line == line)
        #expect(text.fields.map(\.name) == fields.keys.sorted())
    }
}
