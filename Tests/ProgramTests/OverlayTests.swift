internal import ControlAPI
internal import Foundation
internal import Media
internal import TestSupport
internal import Testing

/// What lies over the picture, in what is seen of it.
@Suite(.timeLimit(.minutes(30))) struct OverlayTests {
    private func put(_ id: String, _ json: String, _ daemon: Daemon) throws -> OverlayReport {
        let answer = try daemon.request("PUT", "/v1/overlays/\(id)", json: json)
        try #require([200, 201].contains(answer.status), "\(answer.text)")
        return try JSONText.decode(OverlayReport.self, from: Data(answer.body))
    }

    private func list(_ daemon: Daemon) throws -> [OverlayReport] {
        let answer = try daemon.request("GET", "/v1/overlays")
        return try JSONText.decode(OverlayList.self, from: Data(answer.body)).overlays
    }

    @Test func overlaysComeFromTheFileAndFromClients() throws {
        let scratch = try Scratch()
        let file = """
            streams: { main: { url: "test:320x180@30" } }
            main: main
            overlays:
              clock: { clock: "%H:%M:%S", zone: Europe/Rome, at: top-right, size: 0.1 }
              name: { caption: main, at: bottom-left }

            """
        let path = try scratch.write("pipd.yml", file)
        let daemon = try Daemon.ready(["--config", path], in: scratch)
        #expect(try list(daemon).map(\.id) == ["clock", "name"])
        let report = try put("hint", #"{"text":"Grüß Gott \n مرحبا","at":"center"}"#, daemon)
        #expect(report.fields.at == "center")
        #expect(try list(daemon).map(\.id) == ["clock", "hint", "name"])
        // What the file has no more is gone, what clients have set stays.
        try scratch.write("pipd.yml", file.replacing("  clock:", with: "  time:"))
        daemon.program.send(SIGHUP)
        #expect(try daemon.eventually { try list(daemon).map(\.id) == ["hint", "name", "time"] })
        #expect(try list(daemon).allSatisfy { $0.reason == nil })
        #expect(try daemon.request("DELETE", "/v1/overlays/hint").status == 204)
        let gone = try daemon.request("DELETE", "/v1/overlays/hint")
        #expect(gone.status == 404 && gone.text.contains("there are: name, time"))
        daemon.expectCleanStop()
    }

    @Test func whatCannotBeDrawnSaysWhyAndTheOthersAre() throws {
        let daemon = try Daemon.ready(["--stream", "main=test:320x180@30"])
        let scratch = daemon.scratch
        let text = try scratch.write("no.png", "this is no picture")
        _ = try put("a", #"{"image":"/nowhere/logo.png"}"#, daemon)
        _ = try put("b", #"{"image":"\#(text)"}"#, daemon)
        _ = try put("c", #"{"clock":"%H","zone":"Middle/Earth"}"#, daemon)
        _ = try put("d", #"{"clock":"%H","locale":"xx_YY.UTF-8"}"#, daemon)
        _ = try put("e", #"{"text":"here"}"#, daemon)
        let reasons = ["/nowhere/logo.png", "PNG", "Middle/Earth", "xx_YY.UTF-8"]
        let areTold = try daemon.eventually {
            let told = try list(daemon).compactMap(\.reason)
            return told.count == 4 && zip(told, reasons).allSatisfy { $0.contains($1) }
        }
        let told = try list(daemon)
        #expect(areTold, "\(told)")
        #expect(daemon.program.errors.contains("overlay c is not shown"))
        for id in ["f", "g", "h"] { _ = try put(id, #"{"text":"x"}"#, daemon) }
        let full = try daemon.request("PUT", "/v1/overlays/i", json: #"{"text":"x"}"#)
        #expect(full.status == 409, "\(full.text)")
        daemon.expectCleanStop()
    }

    @Test func whatIsSetAnswersWithWhatIsWrongWithIt() throws {
        let daemon = try Daemon.ready(["--stream", "main=test:320x180@30"])
        /// A busy machine may not be done in the time that an answer has.
        func expect(_ json: String, _ reason: String) throws {
            let isSaid = try daemon.eventually {
                try put("a", json, daemon).reason?.contains(reason) == true
            }
            let told = try list(daemon)
            #expect(isSaid, "\(told)")
        }
        try expect(
            #"{"image":"/nowhere/logo.png"}"#,
            "not shown: /nowhere/logo.png cannot be read: No such file or directory"
        )
        let lines = String(repeating: #"line\n"#, count: 9)
        try expect(#"{"text":"\#(lines)"}"#, "not shown whole: it takes more than 6 lines")
        try expect(#"{"text":"MMMM","size":1}"#, "reaches beyond the output of 320x180")
        #expect(try put("a", #"{"text":"here"}"#, daemon).reason == nil)
        daemon.expectCleanStop()
    }

    /// Names of days in Japanese are the same in two encodings of them.
    @Test(
        .enabled(
            if: FileManager.default.fileExists(atPath: "/usr/share/i18n/locales/ja_JP"),
            "the package `locales` has what locales are made of"
        )
    )
    func aClocksLocaleMayHaveAnyEncoding() throws {
        let scratch = try Scratch()
        for encoding in ["EUC-JP", "UTF-8"] {
            let path = scratch.path("ja_JP.\(encoding)")
            _ = try Programs.run("localedef", ["-i", "ja_JP", "-f", encoding, path], in: scratch)
            try #require(FileManager.default.fileExists(atPath: path))
        }
        let daemon = try Daemon.ready(
            ["--stream", "main=test:320x180@30"],
            environment: ["LOCPATH": scratch.path("")]
        )
        func names() throws -> [[UInt8]] {
            let image = try daemon.image("/v1/snapshot", #"{"format":"png"}"#)
            let pixels = try Pixels(of: image.bytes, in: daemon.scratch)
            return (0..<50).map { y in
                (0..<100).map { pixels.values[3 * (y * pixels.width + $0)] }
            }
        }
        func show(_ encoding: String) throws {
            let place = ##""at":"top-left","margin":0,"size":0.3,"background":"#0000FF""##
            let clock = #""clock":"%A","zone":"UTC","locale":"ja_JP.\#(encoding)""#
            #expect(try put("a", "{\(clock),\(place)}", daemon).reason == nil)
        }
        try show("EUC-JP")
        // On a ground without red.
        var first: [[UInt8]] = []
        let isSeen = try daemon.eventually {
            first = try names()
            return first[25].contains(0) && first.joined().contains(255)
        }
        #expect(isSeen)
        #expect(try daemon.request("DELETE", "/v1/overlays/a").status == 204)
        #expect(try daemon.eventually { try names() != first })
        try show("UTF-8")
        #expect(try daemon.eventually { try names() == first })
        daemon.expectCleanStop()
    }

    @Test func aCheckOfTheFileTellsWhatWouldNotBeSeen() throws {
        let scratch = try Scratch()
        let path = try scratch.write(
            "pipd.yml",
            """
            streams: { main: { url: "test:320x180@30" } }
            main: main
            placeholder: { image: /nowhere/back.png }
            overlays:
              a: { clock: "%H", zone: Middle/Earth }
              b: { image: /nowhere/logo.png }
              c: { text: "here" }

            """
        )
        let arguments = ["--check-config", "--config", path]
        let checked = try Programs.run(Programs.pipd, arguments, in: scratch)
        #expect(checked.ending == .exit(0))
        for part in ["overlay a is not shown", "overlay b is not shown", "back.png"] {
            #expect(checked.errors.contains(part), "\(checked.errors)")
        }
        #expect(!checked.errors.contains("overlay c"))
    }

    /// White letters on a ground of white: the place is as white as that.
    @Test func whatIsLaidOverThePictureIsInSnapshots() throws {
        let daemon = try Daemon.ready(["--stream", "main=test:320x180@30"])
        let before = try corner(daemon, "/v1/snapshot")
        #expect(before < 200)
        let white = ##"{"text":"MMMM\nMMMM","at":"top-left","size":0.3,"margin":0,"##
        _ = try put("a", white + ##""background":"#FFFFFF"}"##, daemon)
        #expect(try daemon.eventually { try corner(daemon, "/v1/snapshot") > 250 })
        #expect(try corner(daemon, "/v1/snapshot", hasOverlays: false) == before)
        #expect(try daemon.request("DELETE", "/v1/overlays/a").status == 204)
        #expect(try daemon.eventually { try corner(daemon, "/v1/snapshot") == before })
        daemon.expectCleanStop()
    }

    /// Of what is shown for a time, in the corner: framed in white, and without what lies over the
    /// streams, which is in the middle of the screen when the picture is taken.
    @Test func aToastIsInTheCorner() throws {
        let daemon = try Daemon.ready(["--stream", "main=test:320x180@30"])
        func view() throws -> Pixels {
            let image = try daemon.image("/v1/snapshot", #"{"format":"png"}"#)
            return try Pixels(of: image.bytes, in: daemon.scratch)
        }
        let magenta = ##""color":"#FF00FF","background":"#FF00FF"}"##
        _ = try put("a", #"{"text":"MM","at":"center","size":0.3,"# + magenta, daemon)
        #expect(try daemon.eventually { try Self.magentas(of: view()).count > 2000 })
        let json = #"{"main":"main","seconds":600,"toast":true}"#
        #expect(try daemon.request("POST", "/v1/view/show", json: json).status == 200)
        var inside: Int?
        let isThere = try daemon.eventually {
            let pixels = try view()
            // A line of the frame, above the small picture's bars.
            let row = (0..<40).map { x in pixels.values[3 * (5 * pixels.width + 250 + x)] }
            guard row.allSatisfy({ $0 == 255 }) else { return false }
            let places = Self.magentas(of: pixels)
            inside = places.count { $0.x > 232 && $0.y < 60 }
            return places.count > 2000
        }
        #expect(isThere && inside == 0)
        daemon.expectCleanStop()
    }

    /// Where a view has the colour that no test pattern has.
    private static func magentas(of pixels: Pixels) -> [(x: Int, y: Int)] {
        (0..<pixels.width * pixels.height)
            .filter { place in
                zip(0..<3, [255, 0, 255]).allSatisfy {
                    abs(Int(pixels.values[3 * place + $0]) - $1) < 8
                }
            }
            .map { (x: $0 % pixels.width, y: $0 / pixels.width) }
    }

    @Test func aClientSaysWhatIsShownInPlaceOfAStream() throws {
        let daemon = try Daemon.ready(["--stream", "main=test:320x180@30"])
        let json = ##"{"url":"/nowhere/a.mp4","placeholder":{"background":"#FFFFFF"}}"##
        #expect(try daemon.request("PUT", "/v1/streams/gone", json: json).status == 201)
        _ = try daemon.patchView(#"{"main":"gone"}"#)
        #expect(try daemon.eventually { try corner(daemon, "/v1/snapshot") > 250 })
        daemon.expectCleanStop()
    }

    /// A client is told when it is known, and the log once.
    @Test func aPlaceholdersImageThatIsNotThereIsTold() throws {
        let daemon = try Daemon.ready(["--stream", "main=test:320x180@30"])
        let json = #"{"url":"/nowhere/a.mp4","placeholder":{"image":"/nowhere/logo.png"}}"#
        let answer = try daemon.request("PUT", "/v1/streams/gone", json: json)
        let reason = "/nowhere/logo.png cannot be read: No such file or directory"
        #expect(answer.status == 201, "\(answer.text)")
        let isTold = try daemon.eventually {
            try daemon.request("GET", "/v1/streams/gone").text.contains(reason)
        }
        #expect(isTold)
        _ = try daemon.patchView(#"{"main":"gone"}"#)
        let isSeen = try daemon.eventually {
            try daemon.request("GET", "/healthz").text.contains(#""shows":"placeholder""#)
        }
        #expect(isSeen)
        #expect(try daemon.request("GET", "/v1/streams/gone").text.contains(reason))
        let line = "stream gone: its placeholder shows words alone: \(reason)"
        #expect(daemon.program.errors.split(separator: line).count == 2, "\(daemon.program.errors)")
        daemon.expectCleanStop()
    }

    /// A placeholder is as much to be seen as any picture.
    @Test func whatLiesOverAPlaceholdersWindowIsItsOwnAlone() throws {
        let scratch = try Scratch()
        let path = try scratch.write(
            "pipd.yml",
            """
            main: main
            pip: { stream: dead, enabled: true, size: 0.5 }
            streams: { main: { url: "test:320x180@30" }, dead: { url: /nowhere/a.mp4 } }
            overlays:
              a: { text: MM, anchor: pip, at: top-left, color: "#FF00FF", background: "#FF00FF" }

            """
        )
        let daemon = try Daemon.ready(["--config", path], in: scratch)
        let text = String(repeating: "keep to the right ", count: 9)
        let json = #"{"text":"\#(text)","seconds":600,"level":"warning"}"#
        #expect(try daemon.request("POST", "/v1/messages", json: json).status == 200)
        let window = try #require(try daemon.status().view.pip.window)
        func isInside(_ x: Int, _ y: Int) -> Bool {
            (window.x..<window.x + window.width).contains(x)
                && (window.y..<window.y + window.height).contains(y)
        }
        var (messages, overlays) = ([Bool](), [Bool]())
        let areThere = try daemon.eventually {
            let image = try daemon.image("/v1/snapshot", #"{"format":"png"}"#)
            let pixels = try Pixels(of: image.bytes, in: daemon.scratch)
            func places(_ color: [Int]) -> [Bool] {
                (0..<pixels.width * pixels.height)
                    .filter { place in
                        (0..<3).allSatisfy {
                            abs(Int(pixels.values[3 * place + $0]) - color[$0]) < 8
                        }
                    }
                    .map { isInside($0 % pixels.width, $0 / pixels.width) }
            }
            (messages, overlays) = (places([255, 193, 7]), places([255, 0, 255]))
            return messages.count > 50 && overlays.contains(true)
        }
        #expect(areThere && !messages.contains(true))
        // Off, and in the picture again.
        #expect(try daemon.patchView(#"{"pip":{"enabled":false}}"#).pip.window == nil)
        let isNoted = try daemon.eventually {
            try list(daemon).first?.reason == "not shown: there is no PIP window now"
        }
        #expect(isNoted)
        daemon.expectCleanStop()
    }

    /// It fills the view, whatever shape the picture before it had.
    @Test func whatIsPlacedInTheMainPictureIsPlacedInItsPlaceholder() throws {
        let clip = try Clips.make("second.mp4", "-f lavfi -i testsrc2=s=64x48:r=25:d=1")
        let scratch = try Scratch()
        let path = scratch.path("a.mp4")
        try FileManager.default.copyItem(atPath: clip, toPath: path)
        let daemon = try Daemon.ready(["--stream", "a=\(path)"], in: scratch)
        let json = #"{"url":"\#(path)","loop":true,"placeholder":{"keep_last":"0"}}"#
        #expect(try daemon.request("PUT", "/v1/streams/b", json: json).status == 201)
        _ = try daemon.patchView(#"{"main":"b"}"#)
        let magenta = ##""color":"#FF00FF","background":"#FF00FF""##
        let place = #""anchor":"main","at":"left","margin":0,"size":0.2,"#
        _ = try put("o", #"{"text":"MM",\#(place)\#(magenta)}"#, daemon)
        func edge() throws -> Int? {
            let image = try daemon.image("/v1/snapshot", #"{"format":"png"}"#)
            let pixels = try Pixels(of: image.bytes, in: daemon.scratch)
            return Self.magentas(of: pixels).map(\.x).min()
        }
        // Beside it are bars.
        #expect(try daemon.eventually { try edge().map { $0 > 20 } == true })
        try FileManager.default.removeItem(atPath: path)
        #expect(try daemon.eventually { try edge().map { $0 < 4 } == true })
        daemon.expectCleanStop()
    }

    /// A window beside the main view that shows the same lost stream: its name is whole in there, and
    /// so is what lies over the window, which is there before anything else is.
    @Test func aWindowHasAPlaceholderOfItsOwn() throws {
        let scratch = try Scratch()
        let path = try scratch.write(
            "pipd.yml",
            """
            main: the-south-entrance
            pip: { stream: the-south-entrance, enabled: true, size: 0.25, aspect: 4:9, border: 0 }
            streams: { the-south-entrance: { url: /nowhere/a.mp4 } }
            overlays:
              a: { caption: pip, anchor: pip, at: top, color: "#FF00FF", background: "#FF00FF" }

            """
        )
        let daemon = try Daemon.ready(["--config", path], in: scratch)
        let window = try #require(try daemon.status().view.pip.window)
        var (inked, margins, captions) = (0, 0, 0)
        let isWhole = try daemon.eventually {
            let image = try daemon.image("/v1/snapshot", #"{"format":"png"}"#)
            let pixels = try Pixels(of: image.bytes, in: daemon.scratch)
            captions = Self.magentas(of: pixels).count
            (inked, margins) = (0, 0)
            for y in window.y + window.height / 4..<window.y + window.height {
                for x in window.x..<window.x + window.width
                where pixels.values[3 * (y * pixels.width + x)] > 60 {
                    inked += 1
                    if min(x - window.x, window.x + window.width - 1 - x) < 3 { margins += 1 }
                }
            }
            return inked > 50 && margins == 0 && captions > 50
        }
        #expect(isWhole, "\(inked) \(margins) \(captions)")
        #expect(try list(daemon).map(\.reason) == [nil])
        daemon.expectCleanStop()
    }

    /// The mean of a part of the view near its upper left corner.
    private func corner(
        _ daemon: Daemon,
        _ path: String,
        hasOverlays: Bool = true
    ) throws -> Int {
        let image = try daemon.image(path, #"{"format":"png","overlays":\#(hasOverlays)}"#)
        let pixels = try Pixels(of: image.bytes, in: daemon.scratch)
        let reds = (20..<30).flatMap { y in
            (20..<30).map { x in Int(pixels.values[3 * (y * pixels.width + x)]) }
        }
        return reds.reduce(0, +) / reds.count
    }

    /// The window was in the way of the one before, and is no more.
    @Test func whatIsSaidAgainIsLookedAtAgain() throws {
        let daemon = try Daemon.ready(["--stream", "main=test:320x180@30"])
        func say() throws -> MessageList {
            _ = try daemon.request("DELETE", "/v1/messages")
            let text = String(repeating: "W", count: 300)
            let json = #"{"text":"\#(text)","seconds":600}"#
            let answer = try daemon.request("POST", "/v1/messages", json: json)
            try #require(answer.status == 200, "\(answer.text)")
            return try JSONText.decode(MessageList.self, from: Data(answer.body))
        }
        let window = #""stream":"main","enabled":true,"size":0.5,"aspect":"1:1","x":0.5,"y":0.5"#
        _ = try daemon.patchView(#"{"pip":{\#(window)}}"#)
        let isCut = try daemon.eventually { try say().reason?.contains("12 lines") == true }
        #expect(isCut)
        _ = try daemon.patchView(#"{"pip":{"enabled":false}}"#)
        #expect(try say().reason == nil)
        daemon.expectCleanStop()
    }

    @Test func messagesFollowEachOther() throws {
        let daemon = try Daemon.ready(["--stream", "main=test:160x90@30"])
        func say(_ json: String) throws -> MessageList {
            let answer = try daemon.request("POST", "/v1/messages", json: json)
            try #require(answer.status == 200, "\(answer.text)")
            return try JSONText.decode(MessageList.self, from: Data(answer.body))
        }
        let isNoted = try daemon.eventually {
            _ = try daemon.request("DELETE", "/v1/messages")
            let reason = try say(#"{"text":"a\udba3\udfe0"}"#).reason
            return reason?.hasPrefix("not shown whole: letters without a font") == true
        }
        #expect(isNoted)
        _ = try daemon.request("DELETE", "/v1/messages")
        _ = try say(#"{"text":"first","seconds":0.5}"#)
        _ = try say(#"{"text":"second","seconds":600,"level":"warning"}"#)
        let third = try say(#"{"text":"third"}"#)
        #expect(third.waiting >= 1)
        #expect(
            try daemon.eventually {
                let answer = try daemon.request("GET", "/v1/messages")
                return answer.text == #"{"shown":"second","waiting":1}"# + "\n"
            }
        )
        let cleared = try daemon.request("DELETE", "/v1/messages")
        #expect(cleared.text == #"{"waiting":0}"# + "\n", "\(cleared.text)")
        daemon.expectCleanStop()
    }
}
