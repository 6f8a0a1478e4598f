internal import ControlAPI
internal import Foundation
internal import TestSupport
internal import Testing

/// The built program, its output and its exit codes, against canned answers.
@Suite(.timeLimit(.minutes(30))) struct CommandTests {
    private static let view = """
        {"gravity":"resize-aspect","transition":"fade","main":"lobby","pip":{"border":2,"corner":"top-left",\
        "enabled":true,"margin":0.02,"opacity":1,"radius":12,"size":0.3,"stream":"door",
        "gravity":"resize","aspect":"4:3","window":{"x":0,"y":8,"width":384,"height":288}}}

        """

    @Test func noDaemonIs69AndSaysWhatToDo() throws {
        let result = try Pipctl.run(["--socket", "/nowhere/pipd.sock", "status"])
        #expect(result.status == 69)
        #expect(result.output == "")
        #expect(result.errors.contains("No daemon answers at /nowhere/pipd.sock"))
        // Two lines, the second of what to do.
        #expect(result.errors.contains("\nStart one with"))
        #expect(result.errors.contains("pipd --stream demo --socket /nowhere/pipd.sock"))
    }

    @Test(
        arguments: [
            ["fly"], ["say"], ["say", "a", "--clear"], ["overlay", "set"], ["show"],
            ["show", "a", "--end"], ["show", "a", "--snapshot"],
            ["show", "a", "--priority", "2"], ["show", "a", "--for", "2", "--gravity", "resize"],
            ["show", "a", "--for", "2", "--transition", "fade"],
            ["show", "--end", "--transition", "cut"],
            ["pip", "up"], ["pip", "on", "--size", "big"],
            ["top", "--interval", "0"], ["pause"], ["resume"], ["seek", "a"],
            ["seek", "a", "soon"], ["seek", "a", "1:60"], ["seek", "a", "-1"],
            ["streams", "add", "x"], ["playlist", "load", "x"], ["playlist", "add", "x"],
            ["playlist", "add", "x", "a", "b", "--title", "T"], ["playlist", "next"],
            ["feeds", "add", "x"], ["feeds", "refresh"], ["search"],
            ["status", "--colour"], ["pip", "on", "door", "--x", "nan"],
            ["metrics", "--json"], ["--json", "metrics"],
            ["streams", "add", "a", "b", "--live", "--no-live"],
            ["playlist", "set", "a", "--no-shuffle", "--shuffle"],
            ["playlist", "set", "a", "--sync", "group=w", "--no-sync"],
            ["snapshot", "--overlays", "--no-overlays"],
        ])
    func wrongUsageIs64(arguments: [String]) throws {
        let result = try Pipctl.run(arguments)
        #expect(result.status == 64)
    }

    @Test func aNegativeNumberIsNoMissingValue() throws {
        let result = try Pipctl.run(["top", "--count", "-3"])
        #expect(result.status == 64)
        #expect(result.errors.hasPrefix("pipctl: --count is at least 1.\n"), "\(result.errors)")
    }

    @Test func aMistypedCommandNamesWhatWorks() throws {
        for (words, says) in [
            (["library", "serch"], "'library serch'; did you mean 'library search'?"),
            (["librry", "ls"], "'librry'; did you mean 'library'?"),
            (["library", "selection", "shw", "3"], "did you mean 'library selection show'?"),
            (["library", "serch", "a", "--type", "photo"], "did you mean 'library search'?"),
        ] {
            let result = try Pipctl.run(words)
            #expect(result.status == 64 && result.output == "")
            #expect(result.errors.hasPrefix("pipctl: There is no command "), "\(result.errors)")
            #expect(result.errors.contains(says), "\(result.errors)")
        }
    }

    @Test func withJSONARefusalIsJSON() throws {
        let daemon = try CannedDaemon(
            status: "422 Unprocessable Content",
            body: ##"{"detail":"`pip.size` is 3.","status":422,"title":"\u001b","type":"urn:x"}"##,
            type: "application/problem+json"
        )
        let result = try Pipctl.run(["pip", "on", "--size", "3", "--json"], daemon)
        #expect(result.status == 1 && result.output == "")
        #expect(
            result.errors
                == ##"{"error":{"detail":"--size is 3.","status":422,"title":"\\x1b","type":"urn:x"}}"##
                + "\n"
        )
    }

    /// Of what never reached a daemon, too.
    @Test(
        arguments: [
            (["status", "--json"], 69, "No daemon answers at /nowhere/pipd.sock"),
            (["--json", "stats"], 64, "There is no command 'stats'; did you mean 'status'?"),
            (["metrics", "--json"], 64, "without --json."),
            (["top", "--json", "--count", "-3"], 64, "--count is at least 1."),
            (["library", "show", "--json"], 64, "Missing expected argument '<id>'"),
            (["playlist", "lobby", "menu", "--json"], 64, "nexpected argument 'menu'"),
            (["--sockt", "x", "status", "--json"], 64, "Unknown option '--sockt'"),
        ] as [([String], Int32, String)]
    )
    func withJSONAnyFailureIsJSON(words: [String], status: Int32, says: String) throws {
        let result = try Pipctl.run(words)
        #expect(result.status == status && result.output == "")
        let error = try JSONText.decode(JSONValue.self, from: Data(result.errors.utf8))["error"]
        let detail = error?["detail"]?.stringValue ?? ""
        #expect(detail.contains(says) && !detail.hasPrefix("pipctl"), "\(result.errors)")
        #expect(result.errors.count { $0 == "\n" } == 1 && error?["status"] == nil)
        #expect(!detail.lowercased().contains("usage"), "\(detail)")
    }

    @Test func aRefusalIs1AndPrintsTheDetail() throws {
        let daemon = try CannedDaemon(
            status: "422 Unprocessable Content",
            body: #"{"detail":"`pip.size` is 3.","status":422,"title":"t","type":"about:blank"}"#,
            type: "application/problem+json"
        )
        let result = try Pipctl.run(["pip", "on", "--size", "3"], daemon)
        #expect(result.status == 1)
        #expect(result.errors == "pipctl: --size is 3.\n")
    }

    @Test(
        arguments: [
            (
                ["show", "door", "--for", "20", "--priority", "5", "--snapshot", "--toast"], "POST",
                #"{"main":"door","priority":5,"seconds":20,"snapshot":true,"toast":true}"#
            ),
            (["show", "door", "--for", "0.5"], "POST", #"{"main":"door","seconds":0.5}"#),
            (["show", "--end"], "DELETE", ""), (["show", "--end-all"], "DELETE ?all=true", ""),
        ]
    )
    func aShowHasARouteOfItsOwn(arguments: [String], method: String, body: String) throws {
        let daemon = try CannedDaemon(status: "200 OK", body: Self.view)
        #expect(try Pipctl.run(arguments, daemon).status == 0)
        let request = daemon.request
        let words = method.split(separator: " ")
        let line = "\(words[0]) /v1/view/show\(words.dropFirst().joined()) HTTP/1.1\r\n"
        #expect(request.hasPrefix(line), "\(request)")
        #expect(request.hasSuffix("\r\n\r\n\(body)"), "\(request)")
    }

    @Test func noneShowsNoStream() throws {
        let daemon = try CannedDaemon(status: "200 OK", body: Self.view)
        #expect(try Pipctl.run(["show", "--none"], daemon).status == 0)
        #expect(daemon.request.hasPrefix("PATCH /v1/view HTTP/1.1\r\n"))
        #expect(daemon.request.hasSuffix(#"{"main":null}"#))
    }

    @Test func changesAreSentAsMergePatches() throws {
        let daemon = try CannedDaemon(status: "200 OK", body: Self.view)
        let result = try Pipctl.run(
            [
                "pip", "on", "door", "--corner", "top-left", "--size", "0.3", "--border", "4",
                "--radius", "0", "--gravity", "resize", "--aspect", "4:3",
            ],
            daemon
        )
        #expect(result.status == 0)
        #expect(
            result.output == """
                main    lobby (resize-aspect, fade)
                pip     on, door (top-left, 384x288)

                """
        )
        let request = daemon.request
        #expect(request.hasPrefix("PATCH /v1/view HTTP/1.1\r\n"))
        #expect(request.lowercased().contains("content-type: application/merge-patch+json"))
        #expect(request.lowercased().contains("\r\nhost: pipd\r\n"))
        #expect(
            request.hasSuffix(
                #"{"pip":{"aspect":"4:3","border":4,"corner":"top-left","enabled":true,"#
                    + #""gravity":"resize","radius":0,"size":0.3,"stream":"door"}}"#
            )
        )
    }

    /// What a request may say of a stream or of the window, a command can say: in the same
    /// words, and with the same value.
    @Test(
        arguments: [
            (["streams", "add", "a", "b"], StreamFields.all.rules),
            (["pip", "on"], PIPFields.all.rules.filter { $0.name != "enabled" }),
            (["playlist", "load", "a", "b"], PlaylistFields.all.rules),
            (["playlist", "set", "a"], PlaylistFields.all.rules),
            (["feeds", "add", "a", "b"], FeedFields.all.rules),
            // A path is sent as a whole one.
            (["overlay", "set", "a"], OverlayFields.all.rules.filter { $0.name != "image" }),
            (["snapshot", "--event"], SnapshotFields.all.rules),
            (["snapshot", "--event"], ImageFields.all.rules + ImageEventFields.all.rules),
            (["screenshot", "a", "--event"], ScreenshotFields.all.rules),
            (["photo", "a", "--event"], PhotoFields.all.rules),
        ] as [([String], [FieldRule])]
    )
    func everyFieldIsAnOption(command: [String], rules: [FieldRule]) throws {
        let help = try Pipctl.run(command.prefix(2) + ["--help"]).output
            .split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        let daemon = try CannedDaemon(status: "200 OK", body: "{}")
        for rule in rules {
            let option = "--" + rule.name.replacing("_", with: "-")
            #expect(help.contains(" \(option) ") || help.contains(" \(option)/--no-"), "\(option)")
            #expect(help.contains(rule.help), "\(rule.help)")
            let (words, value) = Self.example(rule.kind)
            _ = try Pipctl.run(command + [option] + words, daemon)
            let member = #""\#(rule.name)":\#(value)"#
            #expect(daemon.request.contains(member), "\(daemon.request)")
        }
    }

    /// What has a comma and names no member goes on with the text before.
    @Test(
        arguments: [
            (
                "detail=true,text=Back soon, we hope,keep_last=0",
                #""placeholder":{"detail":true,"keep_last":"0","text":"Back soon, we hope"}"#
            ),
            ("text=,,detail=yes", #""placeholder":{"detail":"yes","text":","}"#),
        ]
    )
    func membersAreOneWord(word: String, sent: String) throws {
        let daemon = try CannedDaemon(status: "200 OK", body: "{}")
        _ = try Pipctl.run(["streams", "add", "a", "b", "--placeholder", word], daemon)
        #expect(daemon.request.contains(sent), "\(daemon.request)")
    }

    @Test(
        arguments: [
            ("", "'' is none of detail, text, image, "), ("true", "'true' is none of detail, "),
            ("txt=a", "'txt' is none of "), ("text=a,txt=b", "'txt' is none of "),
            ("text=a,b=c", "a text may have commas, but no = behind one."),
            ("text=a,detail=true,text=b", "'text' is given twice; accepted: once."),
        ]
    )
    func membersHaveNamesOfTheirOwn(word: String, words: String) throws {
        let result = try Pipctl.run(["streams", "add", "a", "b", "--placeholder", word])
        #expect(result.status == 64)
        #expect(result.errors.contains("--placeholder"), "\(result.errors)")
        #expect(result.errors.contains(words), "\(result.errors)")
    }

    @Test func whatHasNoTextHasNoCommas() throws {
        let result = try Pipctl.run(["streams", "add", "a", "b", "--sync", "groop=a"])
        #expect(result.status == 64)
        let words = "'groop' is none of group, epoch. Accepted: NAME=VALUE, with a comma before the"
        #expect(result.errors.contains(words), "\(result.errors)")
        #expect(!result.errors.contains("a text may"), "\(result.errors)")
    }

    /// A value as it is typed, and as it is sent.
    private static func example(_ kind: FieldRule.Kind) -> (words: [String], json: String) {
        switch kind {
        case .flag: ([], "true")
        case .choice(let names): ([names[0]], "\"\(names[0])\"")
        case .number(let range), .rate(let range):
            ([FieldRule.brief(range.upperBound)], FieldRule.brief(range.upperBound))
        case .integer(let range): (["\(range.upperBound)"], "\(range.upperBound)")
        case .seconds: (["-3.5"], #""-3.5""#)
        case .text: (["640x480"], #""640x480""#)
        case .members(let rules, _):
            (
                [rules.map { "\($0.name)=a" }.joined(separator: ",")],
                "{" + rules.map(\.name).sorted().map { #""\#($0)":"a""# }.joined(separator: ",")
                    + "}"
            )
        }
    }

    @Test(
        arguments: [
            (["pause", "a b"], #"{"paused":true}"#), (["resume", "a b"], #"{"paused":false}"#),
            (["seek", "a b", "12.5"], #"{"position":12.5}"#),
            (["seek", "a b", "0"], #"{"position":0}"#),
            (["seek", "a b", "90:00"], #"{"position":5400}"#),
            (["seek", "a b", "1:02:03.25"], #"{"position":3723.25}"#),
        ])
    func aStreamIsSteeredByAPatch(command: [String], body: String) throws {
        let stream = StreamReport(id: "a b", url: "a", state: "playing")
        let answer = String(decoding: try JSONText.encode(stream), as: UTF8.self)
        let daemon = try CannedDaemon(status: "200 OK", body: answer)
        let result = try Pipctl.run(command, daemon)
        #expect(result.status == 0, "\(result.errors)")
        #expect(daemon.request.hasPrefix("PATCH /v1/streams/a%20b "), "\(daemon.request)")
        #expect(daemon.request.hasSuffix(body), "\(daemon.request)")
    }

    @Test(
        arguments: [
            ("load r /a demo", "PUT /v1/playlists/r ", #"{"items":["/a","demo"]}"#),
            (
                "add r /a --title T", "POST /v1/playlists/r/items ",
                #"{"at":"end","items":[{"title":"T","url":"/a"}]}"#
            ),
            ("move r 2 next", "PATCH /v1/playlists/r/items/2 ", #"{"at":"next"}"#),
            ("set r --no-sync", "PATCH /v1/playlists/r ", #"{"sync":null}"#),
            ("remove r 2", "DELETE /v1/playlists/r/items/2 ", ""),
            ("play r 2", "POST /v1/playlists/r/play ", #"{"item":"2"}"#),
            ("next r", "POST /v1/playlists/r/next ", ""),
            ("previous r", "POST /v1/playlists/r/previous ", ""),
            ("pause r", "POST /v1/playlists/r/pause ", ""),
            ("resume r", "POST /v1/playlists/r/resume ", ""),
            ("shuffle r", "POST /v1/playlists/r/shuffle ", ""),
            ("show r", "GET /v1/playlists/r ", ""),
        ])
    func aPlaylistIsChangedAndSteered(command: String, head: String, body: String) throws {
        var first = PlaylistItemReport(id: "1", url: "/srv/a.mp4", state: "shown")
        first.title = "Welcome"
        var second = PlaylistItemReport(id: "2", url: "/srv/b.mp4", state: "failed")
        second.error = "no such file"
        var playlist = PlaylistReport(
            id: "r",
            revision: 1,
            state: "playing",
            items: [first, second, PlaylistItemReport(id: "3", url: "/srv/c.mp4", state: "ready")]
        )
        (playlist.current, playlist.positionSeconds) = ("1", 72)
        playlist.items[0].durationSeconds = 83
        playlist.preload = PreloadReport(ahead: 3, bytes: 12 << 20, budget: 192 << 20)
        let answer = String(decoding: try JSONText.encode(playlist), as: UTF8.self)
        let daemon = try CannedDaemon(status: "200 OK", body: answer)
        let words = ["playlist"] + command.split(separator: " ").map(String.init)
        let result = try Pipctl.run(words, daemon)
        #expect(result.status == 0, "\(result.errors)")
        #expect(daemon.request.hasPrefix(head), "\(daemon.request)")
        #expect(daemon.request.hasSuffix("\r\n\r\n" + body), "\(daemon.request)")
        #expect(
            result.output == """
                playlist  r, playing, item 1, 1/3 in the list, at 1m12s, loop all
                preload   1 ready, 12.0 MiB of 192.0 MiB held
                   ITEM  STATE   LENGTH  SHOWS       NOTE
                ▶  1     shown    1m23s  Welcome
                   2     failed       –  /srv/b.mp4  no such file
                   3     ready        –  /srv/c.mp4

                """
        )
    }

    @Test(arguments: [["--json", "pip", "swap"], ["pip", "swap", "--json"]])
    func jsonIsTheDaemonsOwnBytes(arguments: [String]) throws {
        let daemon = try CannedDaemon(status: "200 OK", body: Self.view)
        let result = try Pipctl.run(arguments, daemon)
        #expect(result.output == Self.view)
    }

    @Test func aSnapshotIsWrittenWhole() throws {
        let daemon = try CannedDaemon(status: "200 OK", body: "PNG", type: "image/png")
        let file = daemon.folder + "/a.png"
        let result = try Pipctl.run(["snapshot", "-o", file], daemon)
        // A daemon that sends no report has made an image all the same.
        #expect(result.output == "\(file)  3 B\n")
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "PNG")
        let unwritable = try Pipctl.run(["snapshot", "-o", "/nowhere/a.png"], daemon)
        #expect(unwritable.status == 74)
        #expect(
            unwritable.errors == "pipctl: Cannot write /nowhere/a.png: No such file or directory.\n"
        )
    }

    @Test func anotherVersionsAnswerIsNotACrash() throws {
        let daemon = try CannedDaemon(status: "200 OK", body: #"{"strange":true}"#)
        let result = try Pipctl.run(["status"], daemon)
        #expect(result.status == 1)
        #expect(result.errors.contains("is not understood"))
    }

    @Test(
        arguments: [
            [], ["status"], ["top"], ["streams"], ["streams", "add"], ["streams", "remove"],
            ["show"], ["pause"], ["resume"], ["seek"], ["pip"], ["pip", "on"], ["pip", "off"],
            ["pip", "swap"], ["snapshot"],
            ["screenshot"], ["photo"], ["events"], ["metrics"],
        ])
    func everyCommandHasHelpWithExamples(command: [String]) throws {
        let result = try Pipctl.run(command + ["--help"])
        #expect(result.status == 0)
        #expect(result.output.contains("Example"))
        #expect(result.output.contains("  pipctl " + command.joined(separator: " ")))
    }
}

/// Runs the program that was built beside the tests.
enum Pipctl {
    static func run(
        _ arguments: [String],
        _ daemon: CannedDaemon? = nil,
        in directory: String? = nil
    ) throws -> Command.Finished {
        try Command([BuildFolder.program("pipctl")] + arguments, in: directory)
            .finish(environment: ["PIPD_SOCKET": daemon?.path ?? "/nowhere/pipd.sock"])
    }
}
