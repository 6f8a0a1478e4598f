internal import ControlAPI
internal import Foundation
internal import Glibc
internal import Media
internal import TestSupport
internal import Testing

/// `pipctl` and a daemon that listens on a port.
@Suite(.timeLimit(.minutes(30))) struct RemoteControlTests {
    /// A daemon with a port, and where that is.
    private struct Kiosk {
        let daemon: Daemon
        let scratch: Scratch
        let port: String

        init() throws {
            scratch = try Scratch()
            let file = try scratch.write("pipd.yml", "web: { listen: \"127.0.0.1:0\" }\n")
            daemon = try Daemon.ready(["--stream", "demo", "--config", file], in: scratch)
            let url = try Programs.run(
                Programs.pipctl,
                ["--socket", daemon.socketPath, "console"],
                in: scratch
            ).output
            port = try #require(url.split(separator: ":").last?.split(separator: "/").first)
                .description
        }

        var url: String { "http://127.0.0.1:\(port)" }

        /// A file with a new token, as `pipctl token create` prints it.
        func token(_ role: TokenRole) throws -> String {
            let words = ["--socket", daemon.socketPath, "token", "create", "--role", role.rawValue]
            let text = try Programs.run(Programs.pipctl, words, in: scratch).output
            return try file(text, named: role.rawValue)
        }

        func file(_ text: String, named name: String) throws -> String {
            let path = try scratch.write("\(name).token", text)
            try #require(chmod(path, 0o600) == 0)
            return path
        }

        func pipctl(
            _ words: [String],
            token: String? = nil,
            at url: String? = nil
        ) throws -> Programs.Finished {
            let place = ["--url", url ?? self.url] + (token.map { ["--token-file", $0] } ?? [])
            return try Programs.run(Programs.pipctl, words + place, in: scratch)
        }

        func refusal(
            _ words: [String],
            token: String? = nil,
            at url: String? = nil,
            status: Int32 = 1
        ) throws -> String {
            let result = try pipctl(words, token: token, at: url)
            #expect(result.ending == .exit(status), "\(result.errors)")
            return result.errors
        }
    }

    /// What a viewer may is done; what not, is refused with the role that may.
    @Test func aTokenPermitsWhatItsRoleDoes() throws {
        let kiosk = try Kiosk()
        let viewer = try kiosk.token(.viewer)
        let status = try kiosk.pipctl(["status"], token: viewer)
        #expect(status.ending == .exit(0) && status.output.contains("demo"), "\(status.errors)")
        let picture = kiosk.scratch.path("view.png")
        let snapshot = try kiosk.pipctl(["snapshot", "-o", picture], token: viewer)
        #expect(snapshot.ending == .exit(0), "\(snapshot.errors)")
        #expect(Files.bytes(of: picture).starts(with: [0x89, 0x50, 0x4E, 0x47]))
        let refused = try kiosk.refusal(["pip", "on", "demo"], token: viewer)
        #expect(refused.contains("The daemon at \(kiosk.url) refuses: "), "\(refused)")
        #expect(refused.contains("`pipctl token create --role operator`"), "\(refused)")
        let changed = try kiosk.pipctl(["pip", "on", "demo"], token: try kiosk.token(.operator))
        #expect(changed.ending == .exit(0), "\(changed.errors)")
        #expect(try kiosk.daemon.status().view.pip.stream == "demo")
        kiosk.daemon.expectCleanStop()
    }

    /// The environment says where; the name has an address of IPv6, too, where nobody listens.
    @Test func eventsAreFollowedFromAnotherMachine() throws {
        let kiosk = try Kiosk()
        let environment = [
            "PIPD_URL": "http://localhost:\(kiosk.port)",
            "PIPD_TOKEN_FILE": try kiosk.token(.operator),
        ]
        let events = try Program(
            Programs.pipctl,
            ["events"],
            environment: environment,
            in: kiosk.scratch
        )
        let isTold = try kiosk.daemon.eventually {
            let published = try Programs.run(
                Programs.pipctl,
                ["publish", "custom.hello"],
                environment: environment,
                in: kiosk.scratch
            )
            #expect(published.ending == .exit(0), "\(published.errors)")
            return events.output.contains("custom.hello")
        }
        #expect(isTold, "\(events.errors)")
        kiosk.daemon.expectCleanStop()
        #expect(events.wait(until: .patience) == .exit(69))
        #expect(events.errors == "pipctl: The daemon ended the event stream.\n")
    }

    /// The daemon notices that when there is something to tell.
    @Test func whoFollowsEventsIsToldThatTheTokenIsRevoked() throws {
        let kiosk = try Kiosk()
        let token = try kiosk.token(.viewer)
        let events = try Program(
            Programs.pipctl,
            ["events", "--url", kiosk.url, "--token-file", token],
            in: kiosk.scratch
        )
        func control(_ words: [String]) throws -> String {
            let place = ["--socket", kiosk.daemon.socketPath]
            return try Programs.run(Programs.pipctl, words + place, in: kiosk.scratch).output
        }
        let isFollowed = try kiosk.daemon.eventually {
            _ = try control(["publish", "custom.hello"])
            return events.output.contains("custom.hello")
        }
        #expect(isFollowed, "\(events.errors)")
        let tokens = try JSONText.decode(
            TokenList.self,
            from: Data(control(["token", "list", "--json"]).utf8)
        )
        let id = try #require(tokens.tokens.first?.id)
        _ = try control(["token", "revoke", id])
        _ = try control(["publish", "custom.hello"])
        #expect(events.wait(until: .patience) == .exit(1))
        let words =
            "pipctl: The daemon at \(kiosk.url) does not know the token in \(token), or no longer;"
        #expect(events.errors.hasPrefix(words), "\(events.errors)")
        kiosk.daemon.expectCleanStop()
    }

    @Test func whoIsNotLetInIsToldWhatWouldDo() throws {
        let kiosk = try Kiosk()
        let wrong = try kiosk.file(String(repeating: "A", count: 43), named: "wrong")
        let none = try kiosk.refusal(["status"])
        #expect(none.contains("The daemon at \(kiosk.url) wants a token"), "\(none)")
        let isUsedUp = try kiosk.daemon.eventually {
            let refused = try kiosk.refusal(["status"], token: wrong)
            #expect(refused.contains("does not know the token in \(wrong)"), "\(refused)")
            return refused.contains("either: 10 wrong tokens came from there")
        }
        #expect(isUsedUp)
        let viewer = try kiosk.token(.viewer)
        let tokens = try kiosk.refusal(["token"], token: viewer)
        #expect(tokens.contains("permitted over the control socket alone"), "\(tokens)")
        let console = try kiosk.pipctl(["console"])
        #expect(console.ending == .exit(0) && console.output == "\(kiosk.url)/\n")
        let document = try kiosk.pipctl(["console", "--json"]).output
        #expect(document == "{\"url\":\"\(kiosk.url)/\"}\n")
        #expect(try kiosk.pipctl(["console"], token: wrong).ending == .exit(0))
        let saved = try kiosk.refusal(["snapshot", "--save", "a.png"], token: viewer, status: 64)
        #expect(saved.contains("'a.png' would be on the machine of"), "\(saved)")
        kiosk.daemon.expectCleanStop()
    }

    @Test(arguments: ["status", "console"])
    func whereNobodyListensIsSaid(command: String) throws {
        let url = "http://127.0.0.1:\(try LoopbackPort.unused())"
        let result = try Programs.run(Programs.pipctl, ["--url", url, command], in: Scratch())
        #expect(result.ending == .exit(69))
        let words = "pipctl: No daemon answers at \(url) (Connection refused).\n"
        #expect(result.errors.hasPrefix(words), "\(result.errors)")
    }

    /// A label of a name has 63 letters at most: no server is asked for it.
    @Test func aNameThatNobodyHasIsSaid() throws {
        let name = String(repeating: "a", count: 64) + ".invalid"
        let result = try Programs.run(
            Programs.pipctl,
            ["--url", "http://\(name)", "status"],
            in: Scratch()
        )
        #expect(result.ending == .exit(69))
        #expect(
            result.errors.hasPrefix("pipctl: \(name) cannot be looked up: "),
            "\(result.errors)"
        )
    }
}
