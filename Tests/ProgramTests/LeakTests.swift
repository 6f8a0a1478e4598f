internal import ControlAPI
internal import Glibc
internal import Testing

/// What must not be said is said nowhere: log, status, events, problems, errors.
@Suite(.timeLimit(.minutes(30))) struct LeakTests {
    /// Addresses and near-addresses with a password; nothing answers at any of them.
    private static let addresses = [
        "rtsp://u:hunter2@127.0.0.1:1/x", " rtsp://u:hunter2@127.0.0.1:1/x",
        "rtsp:/u:hunter2@127.0.0.1:1", "rtsp:u:hunter2@127.0.0.1:1", "//u:hunter2@127.0.0.1",
        "http://u%3Ahunter2@127.0.0.1:1/", "rtsp://hunter2@127.0.0.1:1/x",
        "file://u:hunter2@h/x", "u:hunter2@127.0.0.1/x", "http://127.0.0.1:1/?token=hunter2",
    ]

    @Test func theAPIAndTheLogShowNoPassword() throws {
        let daemon = try Daemon.ready(["--stream", "demo", "--log-level", "debug"])
        let subscriber = try Connection(daemon.socketPath)
        var said = try subscriber.subscribe()
        for (number, address) in Self.addresses.enumerated() {
            let body = try JSONText.encode(["url": address])
            said += try daemon.request(
                "PUT",
                "/v1/streams/s\(number)",
                json: String(decoding: body, as: UTF8.self)
            ).text
        }
        let tried = try daemon.status().streams.map(\.id).filter { $0 != "demo" }
        let areTold = subscriber.read(into: &said) { text in
            let losses = text.split(separator: "\n\n").filter { $0.contains("event: stream-lost") }
            return tried.allSatisfy { id in
                losses.contains { $0.contains("\"stream\":\"\(id)\"") }
            }
        }
        #expect(areTold, "\(said)")
        said += try daemon.request("GET", "/v1/status").text
        said += try daemon.request("GET", "/metrics").text
        daemon.expectCleanStop()
        #expect(said.contains("event: stream-lost"))
        #expect(!(said + daemon.program.errors).contains("hunter2"))
    }

    @Test(arguments: addresses)
    func theCommandLineAndTheFileShowNoPassword(address: String) throws {
        let scratch = try Scratch()
        let arguments = ["--socket", scratch.path("s"), "--once", "--duration", "0.1"]
        let text = String(decoding: try JSONText.encode(address), as: UTF8.self)
        let files = try [
            "streams: { a: { url: \(text), size: 640x360 } }", "main: \(text)",
            "streams: { \(text): { url: demo } }", "output: { kind: \(text) }", "\(text): 1",
            "pip: { size: \(text) }", "streams: { a: { url: demo, transport: \(text) } }",
        ].enumerated().map { try scratch.write("\($0.offset).yml", $0.element) }
        let lines =
            [[address], ["--stream", address], ["--stream", "a=\(address)"]]
            + [["--output", address], ["--compositor=\(address)"], ["--clock", address]]
            + ["--clock", "--duration", "--log-level"].map { ["\($0)=\(address)"] }
            + [["--\(address)"], ["--\(address)=1"]]
            + files.map { ["--check-config", "--config", $0] }
        for line in lines {
            let result = try Programs.run(Programs.pipd, arguments + line, in: scratch)
            #expect(!(result.output + result.errors).contains("hunter2"), "\(result.errors)")
        }
    }

    @Test func nothingForgesALineOrSteersATerminal() throws {
        let evil = "/nowhere\n\u{1B}[31mpipd: error: forged\u{202E}\r\u{9B}2J"
        let daemon = try Daemon.ready(["--stream", "demo"])
        let body = String(decoding: try JSONText.encode(["url": evil]), as: UTF8.self)
        _ = try daemon.request("PUT", "/v1/streams/evil", json: body)
        let isTold = daemon.eventually { daemon.program.errors.contains("forged") }
        #expect(isTold)
        let lines = daemon.program.errors.split(separator: "\n")
        #expect(!lines.contains { $0.contains("pipd: error: forged") && !$0.contains("nowhere") })
        let scratch = try Scratch()
        let shown = try [["status"], ["show", evil], ["\u{1B}[31m"], ["streams"]].map { words in
            let socket = ["--socket", daemon.socketPath]
            return try Programs.run(Programs.pipctl, words + socket, in: scratch)
        }.reduce("") { $0 + $1.output + $1.errors }
        let problem = try daemon.request("POST", "/v1/streams/%1B%5B31mx/screenshot", json: "{}")
        for text in [daemon.program.errors, shown, problem.text] {
            for character in ["\u{1B}", "\u{202E}", "\r", "\u{9B}"] {
                #expect(!text.unicodeScalars.contains(character.unicodeScalars.first ?? " "))
            }
        }
        #expect(!problem.text.contains("\\u001B") && !problem.text.contains("\\u001b"))
        daemon.expectCleanStop()
    }
}
