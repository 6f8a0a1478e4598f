import ArgumentParser
import ControlAPI
import Ingest
import Media
import Presentation
import Testing

@testable import Control
@testable import pipd

/// What may be said of a stream and of the window, in a file as in a request.
@Suite struct StreamFieldTests {
    /// A value of each field, as it is written in YAML and in JSON alike.
    private static let values = [
        "loop": "true", "transport": #""udp""#, "timeout": "2.5", "size": #""640x480""#,
        "fps": "29.97", "format": #""MJPEG""#, "threads": "2", "live": "true",
        "keep_warm": "true", "lookback": "7", "decoding": #""fast""#, "variant": #""lowest""#,
        "sync": #"{"group": "wall", "epoch": "2026-01-01T00:00:00Z"}"#,
        "placeholder": #"{"detail": true, "text": "Back soon", "keep_last": "0"}"#,
    ]

    private static func json(_ text: String) throws -> JSONValue {
        try JSONValue(parsing: Array(text.utf8))
    }

    @Test func everyFieldHasAValueHere() {
        #expect(Set(StreamFields.all.rules.map(\.name)) == Set(Self.values.keys))
    }

    /// Whatever is said, it comes to the same, and to something else than saying nothing.
    @Test(arguments: StreamFields.all.rules.map(\.name))
    func aFileAndAClientSayTheSame(field: String) throws {
        let value = try #require(Self.values[field])
        let urls = ["sync": "/srv/a.mp4"].merging(
            ["size", "fps", "format"].map { ($0, "/dev/video0") }
        ) { $1 }
        let url = urls[field] ?? "rtsp://x/1"
        let text = #"streams: { a: { url: "\#(url)", \#(field): \#(value) } }"#
        let file = try ConfigurationFile.parse(text, name: "x")
        let section = try #require(file.streams.first)
        let definition = try StreamDefinition(
            json: Self.json(#"{"url":"\#(url)","\#(field)":\#(value)}"#)
        )
        #expect(section.fields == definition.fields)
        let stream = StreamConfiguration(section.id, section.address, definition.fields)
        #expect(try StreamResolver(file: file, digests: false).streams == [stream])
        #expect(stream != StreamConfiguration(id: section.id, address: section.address))
    }

    @Test func theNamesAreThatWhichTheStreamsKnow() {
        func names(_ rule: FieldRule) -> [String] {
            if case .choice(let names) = rule.kind { names } else { [] }
        }
        let fields = StreamFields.all
        #expect(
            names(fields.transport.rule) == StreamConfiguration.Transport.allCases.map(\.rawValue)
        )
        #expect(
            names(fields.decoding.rule) == StreamConfiguration.Decoding.allCases.map(\.rawValue)
        )
        #expect(names(fields.format.rule) == CameraCode.names)
        #expect(Set(names(PIPFields.all.corner.rule)) == Set(Corner.allCases.map(\.rawValue)))
        #expect(names(PIPFields.all.gravity.rule) == VideoGravity.allCases.map(\.rawValue))
        #expect(names(ViewFields.all.gravity.rule) == VideoGravity.allCases.map(\.rawValue))
        #expect(names(ViewFields.all.transition.rule) == ViewTransition.allCases.map(\.rawValue))
    }

    @Test func whatACameraDeliversIsSaidOfCamerasAlone() throws {
        let text = #"{"url":"rtsp://x/1","size":"640x480"}"#
        let definition = try StreamDefinition(json: Self.json(text))
        let address = try SourceAddress.parse(definition.url)
        let refusal = CameraRule.refusal(of: definition.fields, at: address)
        #expect(refusal?.field == "size")
        #expect(refusal?.reason.description == "is for cameras only, and rtsp://x/1 is none")
    }

    /// Such a file begins again at its end, whether that is said or not.
    @Test func aStreamOnAWallLoops() throws {
        let text = "streams: { a: { url: /srv/a.mp4, sync: { group: w } } }"
        let file = try ConfigurationFile.parse(text, name: "x")
        let stream = try #require(StreamResolver(file: file, digests: false).streams.first)
        #expect(stream.loop && stream.sync == WallSync(group: "w", epoch: .zero))
    }

    @Test(
        arguments: [
            ("rtsp://x/1", "sync: { group: w }", "live"), ("demo", "sync: { group: w }", "live"),
            ("/dev/video0", "sync: { group: w }", "live"),
            ("http://x/a.mp4", "live: true, sync: { group: w }", "live"),
            ("/srv/a.mp4", "loop: false, sync: { group: w }", "loop"),
            ("/srv/a.mp4", "sync: { epoch: 2026-01-01T00:00:00Z }", "group"),
            ("/srv/a.mp4", "sync: { group: w, epoch: 2026-02-30T00:00:00Z }", "epoch"),
            ("/srv/a.mp4", "sync: { group: w, leader: a }", "leader"),
            ("/srv/a.mp4", "sync: w", "mapping"),
        ])
    func whatCannotBeInStepIsRefused(url: String, fields: String, reason: String) throws {
        let text = "streams: { a: { url: '\(url)', \(fields) } }"
        let error = #expect(throws: ConfigurationError.self) {
            let file = try ConfigurationFile.parse(text, name: "x")
            _ = try StreamResolver(file: file, digests: false)
        }
        #expect(error.map { "\($0)" }?.contains(reason) == true, "\(String(describing: error))")
    }

    @Test(
        arguments: [
            (#"{"detail":"yes"}"#, "`placeholder.detail` is 'yes'"),
            (#"{"image":"logo.png"}"#, "an absolute path"),
            (#"{"background":"none"}"#, "#RRGGBB"), (#"{"keep_last":"2m"}"#, "'forever'"),
            (#"{"title":"x"}"#, "`placeholder.title` is unknown"), ("true", "an object"),
        ])
    func aPlaceholderThatCannotBeIsRefused(value: String, reason: String) throws {
        let json = try Self.json(#"{"url":"rtsp://x/1","placeholder":\#(value)}"#)
        let error = #expect(throws: ControlError.self) { _ = try StreamDefinition(json: json) }
        #expect(error.map { "\($0)" }?.contains(reason) == true, "\(String(describing: error))")
    }

    /// It keeps nothing, which everything can.
    @Test func aLookbackOfNothingIsNone() throws {
        let text = "streams: { a: { url: /srv/a.mp4, lookback: 0 } }"
        let file = try ConfigurationFile.parse(text, name: "x")
        #expect(try StreamResolver(file: file, digests: false).streams.map(\.lookback) == [nil])
    }

    @Test func aRateMayBeAFractionInAFile() throws {
        let text = "streams: { a: { url: /dev/video0, fps: 30000/1001 } }"
        let file = try ConfigurationFile.parse(text, name: "x")
        let rate = try StreamResolver(file: file, digests: false).streams.first?.frameRate
        #expect(rate == Hertz(numerator: 30_000, denominator: 1_001))
    }

    @Test func theMainViewHasAGravityInAFile() throws {
        let text = "gravity: resize-aspect-fill\nstreams: { a: { url: b } }"
        let file = try ConfigurationFile.parse(text, name: "x")
        let settings = try Settings(Arguments.parse([]), over: file)
        #expect(settings.view.gravity == .resizeAspectFill)
        let plain = try Settings(Arguments.parse([]), over: ConfigurationFile())
        #expect(plain.view.gravity == .resizeAspect)
    }
}
