import ControlAPI
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import pipctl

@Suite struct ConfigCommandTests {
    private static let trial =
        #"{"generation":7,"source":"applied","trial":{"healthy":false,"#
        + #""reason":"main shows no pictures of a, which is connecting","seconds_left":59.2}}"#
    private static let healthy =
        #"{"generation":7,"source":"applied","trial":{"healthy":true,"seconds_left":50}}"#
    private static let kept =
        #"{"generation":7,"last":{"generation":7,"result":"confirmed","time":1},"source":"applied"}"#
    private static let rolledBack =
        #"{"generation":5,"last":{"generation":7,"reason":"main is dark","#
        + #""result":"rolled-back","time":1},"source":"applied"}"#

    /// Gives answer after answer, the last again and again; an empty one is none at all.
    private static func daemon(_ answers: [String]) throws -> CannedDaemon {
        let rest = Shared(answers)
        return try CannedDaemon { connection in
            let body = rest.next()
            guard !body.isEmpty else { return }
            let status = body.hasPrefix(#"{"status":409,"#) ? "409 Conflict" : "200 OK"
            _ = CannedDaemon.send(
                "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n"
                    + "Content-Type: application/json\r\nConnection: close\r\n\r\n\(body)",
                to: connection
            )
        }
    }

    private final class Shared: Sendable {
        private let answers: Mutex<[String]>

        init(_ answers: [String]) {
            self.answers = Mutex(answers)
        }

        func next() -> String {
            answers.withLock { $0.count > 1 ? $0.removeFirst() : $0.first ?? "" }
        }
    }

    private static func file() throws -> String {
        let path = "/tmp/pipctl-config-\(UUID().uuidString).yml"
        try Data("main: \"a\"\n".utf8).write(to: URL(filePath: path))
        return path
    }

    @Test func whatIsSaidIsSentAndNotWaitedFor() throws {
        let path = try Self.file()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let daemon = try CannedDaemon(status: "200 OK", body: Self.trial)
        let words = ["config", "apply", path, "--confirm-within", "90", "--no-confirm"]
        let result = try Pipctl.run(words, daemon)
        #expect(result.status == 0, "\(result.errors)")
        #expect(daemon.request.hasPrefix("POST /v1/configuration "))
        let body = #"{"confirm_within":90,"name":"\#(path)","text":"main: \"a\"\n"}"#
        #expect(daemon.request.hasSuffix(body), "\(daemon.request)")
        #expect(
            result.output == """
                generation 7 is in force, on trial for another 1m00s
                it cannot be confirmed yet: main shows no pictures of a, which is connecting

                """
        )
    }

    /// Also where a daemon that is busy, or was started again, gives no answer in between.
    @Test func itIsConfirmedOnceItIsHealthy() throws {
        let path = try Self.file()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let daemon = try Self.daemon([Self.trial, Self.trial, "", Self.healthy, Self.kept])
        let result = try Pipctl.run(["config", "apply", path], daemon)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output == "generation 7 is in force\n")
        #expect(daemon.request.hasPrefix("POST /v1/configuration/confirm "))
        #expect(daemon.request.hasSuffix(#"{"generation":7}"#))
    }

    /// What was in order when it was looked at need not be so when it is confirmed.
    @Test func aConfirmationThatIsRefusedIsTriedAgain() throws {
        let path = try Self.file()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let early = #"{"status":409,"detail":"all is in order for less than 3 s"}"#
        let daemon = try Self.daemon([
            Self.trial, Self.healthy, early, Self.healthy, early, Self.healthy, Self.kept,
        ])
        let result = try Pipctl.run(["config", "apply", path], daemon)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output == "generation 7 is in force\n")
    }

    /// What came of it, and what is said.
    @Test(
        arguments: [
            (rolledBack, 1, "pipctl: Generation 7 was rolled back: main is dark.\n"),
            (
                #"{"generation":0,"source":"file"}"#, 1,
                "pipctl: Generation 7 is not in force any more.\n"
            ),
            (kept, 0, ""),
        ] as [(String, Int32, String)]
    )
    func whatCameOfItIsTold(answer: String, status: Int32, errors: String) throws {
        let path = try Self.file()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let daemon = try Self.daemon([Self.trial, Self.trial, answer])
        let result = try Pipctl.run(["config", "apply", path], daemon)
        #expect(result.status == status && result.errors == errors)
    }

    @Test func aFileThatCannotBeReadIsNotSent() throws {
        let daemon = try CannedDaemon(status: "200 OK", body: Self.trial)
        let places = [
            ("/nowhere/a.yml", "No such file"), ("/bin/sh", "is too large; accepted: 128 KiB"),
            ("/dev/null", "no regular file"),
        ]
        for (path, reason) in places
        where path != "/bin/sh" || Self.size(path) > 128 << 10 {
            let result = try Pipctl.run(["config", "apply", path], daemon)
            #expect(result.status == 64 && result.errors.contains(path), "\(result.errors)")
            #expect(result.errors.lowercased().contains(reason.lowercased()), "\(result.errors)")
        }
        #expect(daemon.request == "")
    }

    /// In JSON an end of a line has two bytes.
    @Test func aFileThatIsTooLargeOnceItIsSentIsNotSent() throws {
        let path = try Self.file()
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(repeating: 0x0A, count: 65 << 10).write(to: URL(filePath: path))
        let daemon = try CannedDaemon(status: "200 OK", body: Self.kept)
        let result = try Pipctl.run(["config", "apply", path], daemon)
        #expect(result.status == 64 && daemon.request == "", "\(result.errors)")
        #expect(result.errors.contains("accepted: 128 KiB as it is sent"), "\(result.errors)")
    }

    private static func size(_ path: String) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(
            atPath: URL(filePath: path).resolvingSymlinksInPath().path
        )
        return attributes?[.size] as? Int ?? 0
    }

    @Test(arguments: ["confirm", "rollback"])
    func theTrialIsEnded(how: String) throws {
        let daemon = try CannedDaemon(status: "200 OK", body: Self.rolledBack)
        let result = try Pipctl.run(["config", how], daemon)
        #expect(daemon.request.hasPrefix("POST /v1/configuration/\(how) "))
        #expect(
            result.output == """
                generation 5 is in force
                generation 7 was rolled back: main is dark

                """
        )
    }

    @Test func howItStandsIsShown() throws {
        let daemon = try CannedDaemon(status: "200 OK", body: #"{"generation":0,"source":"file"}"#)
        #expect(try Pipctl.run(["config"], daemon).output == "the file is in force\n")
        let healthy = try CannedDaemon(status: "200 OK", body: Self.healthy)
        #expect(
            try Pipctl.run(["config", "status"], healthy).output == """
                generation 7 is in force, on trial for another 50s
                'pipctl config confirm' keeps it

                """
        )
    }
}
