internal import ControlAPI
internal import Foundation
internal import TestSupport
internal import Testing

@testable internal import pipctl

/// The built program, and what it does with images.
@Suite(.timeLimit(.minutes(30))) struct ImageCommandTests {
    private static var report: ImageReport {
        var report = ImageReport(
            format: .jpeg,
            width: 1280,
            height: 720,
            bytes: 4,
            sha256: String(repeating: "0f", count: 32)
        )
        report.stream = "door"
        report.ageMilliseconds = 12.3
        return report
    }

    /// A daemon that answers every request with an image.
    private func daemon(_ report: ImageReport = report, type: String = "image/jpeg") throws
        -> CannedDaemon
    {
        let field = String(decoding: try JSONText.encode(report), as: UTF8.self)
        return try CannedDaemon(
            status: "200 OK",
            body: "JPEG",
            type: type,
            fields: ["Pipd-Image: \(field)"]
        )
    }

    private func body(of daemon: CannedDaemon) throws -> JSONValue {
        let text = daemon.request.components(separatedBy: "\r\n\r\n").last ?? ""
        return try JSONText.decode(JSONValue.self, from: Data(text.utf8))
    }

    private func files(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0 != "pipd.sock" }.sorted()
    }

    @Test func anImageIsWrittenAndDescribedOnALine() throws {
        let daemon = try daemon()
        let file = daemon.folder + "/door.jpg"
        let result = try Pipctl.run(["screenshot", "door", "-o", file], daemon)
        #expect(result.output == "\(file)  1280x720  4 B  exact  age 12 ms\n")
        #expect(result.errors == "" && result.status == 0)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "JPEG")
        #expect(daemon.request.hasPrefix("POST /v1/streams/door/screenshot HTTP/1.1\r\n"))
        #expect(try body(of: daemon) == ["format": "jpeg"])
    }

    @Test func aFileThatNobodyNamesIsANewOne() throws {
        let daemon = try daemon()
        for _ in 0..<3 {
            let result = try Pipctl.run(["photo", "door"], daemon, in: daemon.folder)
            #expect(result.status == 0)
        }
        let names = try files(in: daemon.folder)
        #expect(names.count == 3)
        let form = /door-[0-9]{8}-[0-9]{6}(-[23])?\.jpg/
        #expect(names.allSatisfy { $0.wholeMatch(of: form) != nil }, "\(names)")
        #expect(daemon.request.hasPrefix("POST /v1/streams/door/photo "))
    }

    @Test func aFilesEndFollowsTheImage() throws {
        let daemon = try daemon(type: "image/png")
        #expect(try Pipctl.run(["snapshot"], daemon, in: daemon.folder).status == 0)
        let names = try files(in: daemon.folder)
        #expect(names.count == 1 && names[0].hasPrefix("view-") && names[0].hasSuffix(".png"))
    }

    @Test func standardOutputGetsTheImageAlone() throws {
        let daemon = try daemon()
        let result = try Pipctl.run(["screenshot", "door", "-o", "-"], daemon, in: daemon.folder)
        #expect(result.output == "JPEG" && result.errors == "" && result.status == 0)
        #expect(try files(in: daemon.folder).isEmpty)
    }

    @Test func jsonIsTheReportWithTheFile() throws {
        let daemon = try daemon()
        let result = try Pipctl.run(
            ["screenshot", "door", "--json", "-o", "a.jpg"],
            daemon,
            in: daemon.folder
        )
        let report = try JSONText.decode(JSONValue.self, from: Data(result.output.utf8))
        #expect(report["path"] == "a.jpg" && report["stream"] == "door")
        #expect(report["requested"] == .some(.null))
    }

    @Test(
        arguments: [
            (
                ["screenshot", "door", "--at", "-3.5", "--tolerance", "0"],
                #"{"at":"-3.5","tolerance":0}"#
            ),
            (
                ["screenshot", "a", "--at", "62.5", "--orientation", "stored", "--wait-ms", "0"],
                #"{"at":"62.5","orientation":"stored","wait_ms":0}"#
            ),
            (
                [
                    "screenshot", "a", "--quality", "0.5", "--max-width", "640", "--max-height",
                    "480", "--max-bytes", "50000", "--format", "png",
                ],
                """
                {"format":"png","max_bytes":50000,"max_height":480,"max_width":640,"quality":0.5}
                """
            ),
            (
                ["photo", "a", "--mode", "frame", "--settle-ms", "0", "-o", "x.PNG"],
                #"{"format":"png","mode":"frame","settle_ms":0}"#
            ),
            (["snapshot", "-o", "x.y.jpeg"], #"{"format":"jpeg"}"#),
            (["snapshot", "-o", "x.bin", "--format", "png"], #"{"format":"png"}"#),
            (
                ["photo", "a", "--save", "/srv/a.jpg", "--overwrite"],
                #"{"format":"jpeg","output":"path","overwrite":true,"path":"/srv/a.jpg"}"#
            ),
            (
                ["photo", "a", "--save", "/srv/a", "--format", "png"],
                #"{"format":"png","output":"path","path":"/srv/a"}"#
            ),
            (["snapshot", "--library"], #"{"output":"library"}"#),
        ] as [([String], String)]
    )
    func optionsBecomeMembers(arguments: [String], members: String) throws {
        let daemon = try daemon()
        _ = try Pipctl.run(arguments, daemon, in: daemon.folder)
        let expected = try JSONText.decode(JSONValue.self, from: Data(members.utf8))
        #expect(try body(of: daemon) == expected)
    }

    @Test func aPathIsFromHereAndTheDaemonSaysWhereTheFileIs() throws {
        var stored = Self.report
        stored.path = "/srv/shots/a.jpg"
        let answer = String(decoding: try JSONText.encode(stored), as: UTF8.self)
        let daemon = try CannedDaemon(status: "200 OK", body: answer)
        let result = try Pipctl.run(
            ["screenshot", "door", "--save", "a.jpg"],
            daemon,
            in: daemon.folder
        )
        #expect(result.output == "/srv/shots/a.jpg  1280x720  4 B  exact  age 12 ms\n")
        let path = try #require(try body(of: daemon)["path"]?.stringValue)
        #expect(path.hasPrefix("/") && path.hasSuffix("\(daemon.folder.dropFirst(4))/a.jpg"))
        #expect(try files(in: daemon.folder).isEmpty)
    }

    @Test func whatWasNotMetIsSaidOnStandardError() throws {
        var report = Self.report
        report.tier = .nearest
        report.ageMilliseconds = nil
        report.requested = 12.5
        report.actual = 10
        report.scaledDown = true
        let daemon = try daemon(report)
        let result = try Pipctl.run(["screenshot", "door", "-o", "-", "--at", "12.5"], daemon)
        #expect(result.status == 0)
        #expect(
            result.errors == """
                pipctl: the picture is of 10.000 s, not of 12.500 s: the nearest there is
                pipctl: the picture was scaled down to 1280x720 to keep to the bytes that it may have

                """
        )
    }

    /// A live stream's own time means nothing to anybody.
    @Test(
        arguments: [
            (nil, 7_920, "7.9 s old"), ("-2", 7_830, "7.8 s old, not 2.0 s"),
            ("-0.5", 85, "85 ms old, not 500 ms"),
        ] as [(String?, Double, String)]
    )
    func aLivePictureIsToldByItsAge(at: String?, age: Double, words: String) throws {
        var report = Self.report
        report.tier = .nearest
        report.requested = at.map { _ in 11.762 }
        report.actual = 6.16
        report.ageMilliseconds = age
        let options = at.map { ["--at", $0] } ?? []
        let daemon = try daemon(report)
        let result = try Pipctl.run(["screenshot", "door", "-o", "-"] + options, daemon)
        #expect(result.errors == "pipctl: the picture is \(words): the nearest there is\n")
    }

    @Test func aSnapshotForAllSubscribersSaysToHowManyItWent() throws {
        let report = SnapshotEventReport(Self.report, eventID: 7, subscribers: 3)
        let answer = String(decoding: try JSONText.encode(report), as: UTF8.self)
        let daemon = try CannedDaemon(status: "200 OK", body: answer)
        let result = try Pipctl.run(
            [
                "snapshot", "--event", "--target", "1280x720", "--quality", "0.5", "--format",
                "png", "--max-bytes", "4096", "--wait-ms", "1",
            ],
            daemon
        )
        #expect(result.output == "event 7  1280x720  4 B  sent to 3 subscribers\n")
        #expect(daemon.request.hasPrefix("POST /v1/snapshot?event=true HTTP/1.1\r\n"))
        #expect(
            try body(of: daemon) == [
                "format": "png", "max_bytes": 4096, "quality": 0.5, "target": "1280x720",
                "wait_ms": 1,
            ]
        )
    }

    @Test(
        arguments: [
            (
                "screenshot", ["--at", "-2", "--fit", "cover", "--target", "30x30"],
                ["at": "-2", "fit": "cover", "target": "30x30"]
            ),
            (
                "photo", ["--mode", "frame", "--wait-ms", "5"],
                ["mode": "frame", "wait_ms": 5]
            ),
        ] as [(String, [String], JSONValue)]
    )
    func aPictureOfAStreamIsSentToAllSubscribers(
        command: String,
        arguments: [String],
        members: JSONValue
    ) throws {
        let report = SnapshotEventReport(Self.report, eventID: 8, subscribers: 1)
        let answer = String(decoding: try JSONText.encode(report), as: UTF8.self)
        let daemon = try CannedDaemon(status: "200 OK", body: answer)
        let result = try Pipctl.run([command, "door", "--event"] + arguments, daemon)
        #expect(result.output == "event 8  1280x720  4 B  sent to 1 subscriber\n")
        #expect(daemon.request.hasPrefix("POST /v1/streams/door/\(command)?event=true "))
        #expect(try body(of: daemon) == members)
    }

    @Test func theShapeOfAnImageIsAsked() throws {
        let daemon = try daemon()
        let file = daemon.folder + "/a.jpg"
        let arguments = ["--max-width", "30", "--max-height", "30", "--fit", "pad", "-o", file]
        #expect(try Pipctl.run(["snapshot"] + arguments, daemon).status == 0)
        let expected: JSONValue = [
            "fit": "pad", "format": "jpeg", "max_height": 30, "max_width": 30,
        ]
        #expect(try body(of: daemon) == expected)
    }

    @Test func anEventOfOnesOwnIsPublished() throws {
        let daemon = try CannedDaemon(
            status: "200 OK",
            body: #"{"event_id":9,"subscribers":2}"#
        )
        let result = try Pipctl.run(["publish", "custom.toast", #"{"text":"Hello"}"#], daemon)
        #expect(result.output == "event 9  sent to 2 subscribers\n" && result.status == 0)
        #expect(daemon.request.hasPrefix("POST /v1/events HTTP/1.1\r\n"))
        #expect(try body(of: daemon) == ["data": ["text": "Hello"], "type": "custom.toast"])
        let wrong = try Pipctl.run(["publish", "custom.toast", "{bad"], daemon)
        #expect(wrong.status == 64)
        #expect(
            wrong.errors == "pipctl: The data is not JSON; text is written as '\"text\"'.\n"
        )
    }

    @Test(
        arguments: [
            ["screenshot"], ["screenshot", "a", "--at"], ["photo", "a", "--quality", "good"],
            ["snapshot", "--target", "1x1"], ["snapshot", "--event", "-o", "a.png"],
            ["photo", "a", "--event", "--save", "b"],
            ["screenshot", "a", "--event", "--library"], ["photo", "a", "--target", "3x3"],
            ["snapshot", "-o", "-", "--json"],
            ["screenshot", "a", "-o", "b", "--save", "c"], ["photo", "a", "--overwrite"],
            ["photo", "a", "--library", "--save", "c"], ["snapshot", "--save", "x"],
            ["screenshot", "a", "--save", "x.txt"], ["photo", "a", "--save", "jpg/x"],
            ["screenshot", "a", "--save", "x.png."], ["snapshot", "-o", "x.gif"],
            ["screenshot", "a", "-o", "x"],
        ])
    func wrongUsageIs64(arguments: [String]) throws {
        #expect(try Pipctl.run(arguments).status == 64)
    }

    @Test func aRefusalLeavesNoFile() throws {
        let daemon = try CannedDaemon(
            status: "409 Conflict",
            body: #"{"detail":"It is live.","status":409,"title":"t","type":"about:blank"}"#,
            type: "application/problem+json"
        )
        let result = try Pipctl.run(["screenshot", "door"], daemon, in: daemon.folder)
        #expect(result.status == 1 && result.errors == "pipctl: It is live.\n")
        #expect(try files(in: daemon.folder).isEmpty)
    }

    private static let events = """
        : subscribed

        id: 1
        event: snapshot
        data: {"id":1,"time":0,"format":"jpeg","media_type":"image/jpeg","width":320,\
        "height":180,"bytes":4,"sha256":"0f","source":"view","data":"SlBFRw=="}

        id: 2
        event: snapshot
        data: {"id":2,"time":0,"bytes":5,"data":"SlBFRw=="}


        """

    @Test func imagesOfEventsAreWrittenAndNotPrinted() throws {
        let daemon = try CannedDaemon(
            status: "200 OK",
            body: Self.events,
            type: "text/event-stream"
        )
        let result = try Pipctl.run(["events", "--save", "."], daemon, in: daemon.folder)
        #expect(
            result.output.hasPrefix(
                "00:00:00.000Z snapshot bytes=4 format=jpeg height=180 media_type=image/jpeg "
                    + "source=view width=320\n"
            )
        )
        #expect(!result.output.contains("SlBFRw"))
        #expect(result.errors.contains("The image of a snapshot is damaged."))
        let names = try files(in: daemon.folder)
        #expect(names.count == 1)
        let content = try String(contentsOfFile: "\(daemon.folder)/\(names[0])", encoding: .utf8)
        #expect(content == "JPEG")
        let whole = try Pipctl.run(["events", "--json"], daemon)
        #expect(whole.output.contains(#""data":"SlBFRw==""#))
    }

    @Test func imagesOfEventsNeedADirectory() throws {
        let daemon = try CannedDaemon(status: "200 OK", body: "", type: "text/event-stream")
        let result = try Pipctl.run(["events", "--save", "/nowhere"], daemon)
        #expect(result.status == 74)
        #expect(result.errors == "pipctl: Cannot write /nowhere: No such file or directory.\n")
    }
}

@Suite struct ImageTextTests {
    @Test(
        arguments: [
            (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (9949, "9.9 kB"), (85_432, "85 kB"),
            (999_499, "999 kB"), (999_500, "1.0 MB"), (64_000_000, "64.0 MB"), (-1, "-1 B"),
        ])
    func sizesOfFilesAreDecimal(count: Int, text: String) {
        #expect(ReportText.decimalBytes(count) == text)
    }

    @Test func aPhotoSaysHowItWasTaken() {
        var report = ImageReport(format: .png, width: 3, height: 2, bytes: 1, sha256: "")
        report.photo = .init(mode: .photo, converged: false, cameraMode: "3x2 YU\u{1B}YV")
        #expect(ReportText.image(report, at: "a.png") == "a.png  3x2  1 B  exact  3x2 YU\\x1bYV\n")
        #expect(ReportText.warnings(report).count == 1)
        report.photo?.converged = nil
        #expect(ReportText.warnings(report).isEmpty)
    }

    @Test func aPictureOfAnotherMomentSaysWhich() {
        var report = ImageReport(format: .jpeg, width: 3, height: 2, bytes: 1, sha256: "")
        (report.requested, report.actual) = (-3.5, -3.48)
        (report.tier, report.ageMilliseconds) = (.relaxed, 3480)
        #expect(
            ReportText.image(report, at: "a")
                == "a  3x2  1 B  relaxed  at -3.480 s  age 3.480 s\n"
        )
        #expect(
            ReportText.warnings(report, back: 3.5)
                == ["the picture is 3.48 s old, not 3.50 s: inside the tolerance"]
        )
    }
}
