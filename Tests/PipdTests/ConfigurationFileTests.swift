import ArgumentParser
import ControlAPI
import Ingest
import Media
import Presentation
import Testing

@testable import pipd

@Suite struct ConfigurationFileTests {
    /// Some editors begin every file with one.
    @Test func aByteOrderMarkIsNoText() throws {
        let file = try ConfigurationFile.parse("\u{FEFF}main: a\npip: { size: 0.3 }\n", name: "x")
        #expect(file.main?.text == "a")
        #expect(file.pip.placement.size == 0.3)
    }

    /// What is in quotes is text: a template's empty variable is no value left out.
    @Test(
        arguments: [
            "pip: \"\"", "max_fps: \"null\"", "max_fps: \"30\"", "pip: { enabled: \"yes\" }",
            "max_fps: !!str 30", "streams: { a: { url: demo, threads: '2' } }",
        ])
    func whatIsInQuotesIsText(text: String) {
        #expect(throws: ConfigurationError.self) { try ConfigurationFile.parse(text, name: "x") }
    }

    /// What would close its bracket is in the comment; the line is that of the value.
    @Test(
        arguments: [
            "overlays:\n  a: { text: b, color: #f00 }\n",
            "overlays:\n  a: { color: #f00 }\n  b: { text: c }\n",
            "overlays:\n  a: { color: #f00, text: b }\n\nmain: x\n",
            "overlays:\n  a: { text: \"#1\", background: #f00 }\n# \u{F6}\n  b: [ 1, 2 ]\n",
            "overlays:\n  a: { text: client's, color: #f00 }\n",
            "overlays:\n  a: { text: rock 'n roll, color: #f00 }\n",
            "overlays:\n  a: { text: 'a \" b', color: #f00 }\n",
            "pip: { size: 0.3,\n  border: #f00,\n  radius: 3 }\n",
        ]
    )
    func aValueThatIsAComment(text: String) throws {
        let error = #expect(throws: ConfigurationError.self) {
            try ConfigurationFile.parse(text, name: "x")
        }
        let told = try #require(error?.description)
        #expect(
            told.hasPrefix("x:2: ") && told.contains("begins with # is to be in quotes"),
            "\(told)"
        )
    }

    /// Nor is anything else said of comments, of what is in quotes, and of closed brackets.
    @Test(
        arguments: [
            "pip: { size: 0.3, # a comment\nradius: 3: 4 }\n", "a: { b: \"c: #d\", e\nf: }: }\n",
            "a: { b: 'c: #d', e\nf: }: }\n", "a: { b: 'it''s: #d', e\nf: }: }\n",
            "a: { b: \"c\\\": #d\", e\nf: }: }\n",
            "a: { b: 1 }\nc: #d\n  e: }\n", "main: #a\n\tb: c\n",
            "streams: #all\n  a: { url: \"rtsp://x\", timeout: 5\nmain: a\n",
        ]
    )
    func whatIsNoValue(text: String) throws {
        let error = #expect(throws: ConfigurationError.self) {
            try ConfigurationFile.parse(text, name: "x")
        }
        let told = try #require(error?.description)
        #expect(told.contains("not valid YAML") && !told.contains("comment else"), "\(told)")
    }

    @Test func aNameMayBeAWordOfYAMLInQuotes() throws {
        let file = try ConfigurationFile.parse("main: \"null\"\n", name: "x")
        #expect(file.main?.text == "null")
        #expect(try ConfigurationFile.parse("main: null\n", name: "x").main == nil)
    }

    @Test func theDocumentedExampleIsAccepted() throws {
        let text = """
            output: { kind: auto, mode: preferred, rotation: 0 }
            max_fps: 30
            main: lobby
            pip: { stream: door, enabled: false, corner: bottom-right, size: 0.25, margin: 0.02, border: 2, radius: 12 }
            streams:
              lobby: { url: /srv/video/lobby.mp4, loop: true }
              door:  { url: "rtsp://door.local/stream1", transport: tcp, timeout: 5 }
            """
        let file = try ConfigurationFile.parse(text, name: "pipd.yml")
        #expect(file.main?.text == "lobby")
        #expect(file.maxFPS == 30)
        #expect(file.pip.stream?.text == "door")
        #expect(file.pip.placement == PIPPlacement())
        #expect(file.streams.map(\.id.name) == ["lobby", "door"])
        #expect(file.streams[0].fields.loop == true)
        #expect(file.streams[1].fields.transport == "tcp")
        #expect(file.streams[1].fields.timeout == 5)
    }

    @Test func aCameraIsToldWhatToDeliver() throws {
        let text = """
            streams:
              a: { url: "v4l2:///dev/video0", size: 1280x720, fps: 29.97, format: MJPEG }
              b: { url: /dev/v4l/by-id/usb-Cam-index0, format: auto }
            """
        let file = try ConfigurationFile.parse(text, name: "pipd.yml")
        let streams = try StreamResolver(file: file, digests: false).streams
        #expect(streams[0].size == PixelSize(width: 1280, height: 720))
        #expect(streams[0].frameRate == Hertz(numerator: 30_000, denominator: 1_001))
        #expect(streams[0].format == .mjpeg)
        #expect(
            streams[1].size == nil && streams[1].frameRate == nil && streams[1].format == nil
        )
    }

    @Test func aNetworkStreamKeepsItsPastForAsLongAsItIsTold() throws {
        let text = """
            streams:
              a: { url: "rtsp://x/1", lookback: 7.5 }
              b: { url: "udp://x:1" }
            """
        let streams = try ConfigurationFile.parse(text, name: "pipd.yml").streams
        #expect(streams.map(\.fields.lookback) == [7.5, nil])
    }

    @Test func aStreamMayBeDecodedWithLessCareWhereItIsSmall() throws {
        let text = """
            streams:
              a: { url: "rtsp://x/1", decoding: fast }
              b: { url: "udp://x:1" }
            """
        let streams = try ConfigurationFile.parse(text, name: "pipd.yml").streams
        #expect(streams.map(\.fields.decoding) == ["fast", nil])
        #expect(throws: ConfigurationError.self) {
            try ConfigurationFile.parse("streams: { a: { url: b, decoding: quick } }", name: "x")
        }
    }

    @Test func theWindowMayHaveAShapeOfItsOwn() throws {
        let text = "pip: { aspect: 4:3, gravity: resize-aspect }"
        let placement = try ConfigurationFile.parse(text, name: "x").pip.placement
        #expect(placement.aspect == .ratio(width: 4, height: 3))
        #expect(placement.gravity == .resizeAspect)
    }

    @Test func aPlaceholderTellsNoReasonUnlessItIsAllowed() throws {
        let text = """
            placeholder: { detail: true, text: Back soon, keep_last: forever }
            streams:
              a:
                url: "rtsp://x/1"
                placeholder: { detail: false, background: "#102030", keep_last: 0 }
              b: { url: "udp://x:1" }
            """
        let file = try ConfigurationFile.parse(text, name: "pipd.yml")
        let settings = try Settings(Arguments.parse([]), over: file)
        let streams = settings.streams.prefix(2).map { $0.placeholder.over(settings.placeholder) }
        #expect(streams.map(\.tellsReason) == [false, true])
        #expect(streams.map(\.message) == ["Back soon", "Back soon"])
        #expect(streams.map(\.keepsLast) == [.zero, nil])
        #expect(streams[0].background == RGBColor(red: 0x10, green: 0x20, blue: 0x30))
        let plain = try ConfigurationFile.parse("streams: { a: { url: b } }", name: "x")
        let usual = try StreamResolver(file: plain, digests: false).streams[0].placeholder
        #expect(usual == PlaceholderWish())
    }

    @Test func imagesAreSavedWhereTheFileSays() throws {
        let text = """
            images:
              library: /srv/pictures/
              directories: [/srv/a, /srv//b]
            """
        let images = try ConfigurationFile.parse(text, name: "pipd.yml").images
        #expect(images.library == "/srv/pictures")
        #expect(images.directories == ["/srv/a", "/srv/b"])
        let single = try ConfigurationFile.parse("images: { directories: /a }", name: "x").images
        #expect(single.library == nil)
        #expect(single.directories == ["/a"])
    }

    @Test(arguments: ["", "\n", "# nothing\n", "streams:\n"])
    func anEmptyFileSetsNothing(text: String) throws {
        let file = try ConfigurationFile.parse(text, name: "pipd.yml")
        #expect(file.main == nil)
        #expect(file.streams.isEmpty)
    }

    /// A bad file, and what the message must name.
    @Test(
        arguments: [
            ("mian: x", ["pipd.yml:1", "mian", "main"]),
            ("main: x\npip: { corener: top-left }", ["pipd.yml:2", "corener", "corner"]),
            ("streams:\n  a: { url: x, lop: true }", ["pipd.yml:2", "lop", "loop"]),
            ("pip: { corner: middle }", ["pipd.yml:1", "middle", "top-left"]),
            ("pip: { size: 0.9 }", ["pipd.yml:1", "0.9", "0.1", "0.5"]),
            ("images: { libary: /x }", ["pipd.yml:1", "libary", "library"]),
            ("images: { library: x }", ["pipd.yml:1", "library", "absolute"]),
            ("images:\n  directories: [/srv, ../etc]", ["pipd.yml:2", "../etc", "absolute"]),
            ("images: { directories: { a: b } }", ["pipd.yml:1", "directories", "list"]),
            ("streams:\n  a: { url: \"udp://x:1\", lookback: 61 }", ["pipd.yml:2", "61", "60"]),
            ("pip: { aspect: wide }", ["pipd.yml:1", "wide", "16:9", "source"]),
            ("transition: dissolve", ["pipd.yml:1", "dissolve", "fade"]),
            ("pip: { gravity: fill }", ["pipd.yml:1", "fill", "resize-aspect-fill"]),
            ("placeholder: { details: true }", ["pipd.yml:1", "details", "detail"]),
            ("placeholder: { detail: 7 }", ["pipd.yml:1", "detail", "true"]),
            ("placeholder: { keep_last: 2m }", ["pipd.yml:1", "keep_last", "forever"]),
            ("placeholder: { image: logo.png }", ["pipd.yml:1", "image", "absolute"]),
            ("placeholder: { background: \"#12345678\" }", ["pipd.yml:1", "#RRGGBB"]),
            ("max_fps: fast", ["pipd.yml:1", "fast", "1000"]),
            ("streams:\n  a: { loop: true }", ["pipd.yml:2", "url"]),
            ("main:\n", ["pipd.yml:1", "main in the file has no value", "quotes"]),
            ("overlays:\n  a:\n    text: x\n    color: #ff0000\n", ["pipd.yml:4", "color in a"]),
            ("pip:\n  enabled: # yes\n  x: 1\n", ["pipd.yml:2", "enabled in pip has no value"]),
            ("pip: { size: }", ["pipd.yml:1", "size in pip has no value"]),
            ("overlays:\n  a:\n    clock: %H:%M\n", ["pipd.yml:3", "%", "quotes"]),
            ("overlays: { \"a b\": { text: x } }", ["a b", "no overlay ID"]),
            ("overlays: { a: { text: x, zone: Europe/Rome } }", ["zone in a", "clock"]),
            ("overlays: { a: { image: /x.png, color: \"#FF0000\" } }", ["color in a", "image"]),
            ("streams:\n  \"a b\": { url: x }", ["a b", "letters"]),
            ("streams: [a, b]", ["pipd.yml:1", "mapping"]),
            ("streams:\n  a: { url: x, loop: maybe }", ["pipd.yml:2", "loop", "true"]),
            ("output: { rotation: 45 }", ["pipd.yml:1", "45", "270"]),
            ("output: { rotation: left }", ["pipd.yml:1", "left", "270"]),
            ("streams:\n  a: { url: x.mp4, fps: 30 }", ["pipd.yml:2", "fps", "camera"]),
            ("streams:\n  a: { url: /dev/video0, fps: 0 }", ["pipd.yml:2", "fps", "1 to 240"]),
            ("streams:\n  a: { url: /dev/video0, size: 9x9 }", ["pipd.yml:2", "9x9", "16x16"]),
            ("streams:\n  a: { url: /dev/video0, size: big }", ["pipd.yml:2", "big", "16x16"]),
            ("streams:\n  a: { url: /dev/video0, format: RGB }", ["pipd.yml:2", "RGB", "NV12"]),
            ("main: [", ["pipd.yml", "YAML"]),
            ("# a\nmian:\n  a: b\n", ["pipd.yml:2", "mian"]),
            ("streams:\n  a:\n    loop: true\n", ["pipd.yml:2", "url"]),
            ("streams:\n  a:\n    url: x\n    lop:\n      - b\n", ["pipd.yml:4", "lop"]),
            ("streams:\n  a: { url: x, loop:\n    maybe }", ["pipd.yml:2", "loop"]),
            ("pip:\n  - x\n", ["pipd.yml:1", "mapping"]),
            ("images:\n  directories:\n    - a\n", ["pipd.yml:2", "absolute"]),
            ("pip: { x: 0.5 }", ["pipd.yml:1", "y"]),
            ("streams:\n  1: { url: x }\n  \"1\": { url: x }", ["pipd.yml:3", "\"1\"", "once"]),
            ("streams:\n  \"true\": { url: x }\n  true: { url: x }", ["pipd.yml:3", "once"]),
        ] as [(text: String, words: [String])]
    )
    func aBadFileIsNamedWithLineAndRemedy(text: String, words: [String]) {
        let error = #expect(throws: ConfigurationError.self) {
            try ConfigurationFile.parse(text, name: "pipd.yml")
        }
        for word in words {
            #expect(error?.description.contains(word) == true, "\(String(describing: error))")
        }
    }
}
