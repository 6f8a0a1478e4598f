internal import ControlAPI
internal import Foundation
internal import Glibc
internal import Media
internal import NIOCore
internal import Testing

@testable internal import pipctl

/// Which daemon is asked, and what is said where it does not answer.
@Suite struct DaemonPlaceTests {
    private static let secret = String(repeating: "aZ0-_", count: 8) + "xyz"

    private static func place(
        socket: String? = nil,
        url: String? = nil,
        tokenFile: String? = nil,
        _ environment: [String: String] = [:]
    ) throws -> DaemonPlace {
        try DaemonPlace(
            socket: socket,
            url: url,
            tokenFile: tokenFile,
            environment: environment,
            userID: 1
        )
    }

    /// What is said of one that cannot be.
    private static func refusal(_ place: () throws -> DaemonPlace) throws -> String {
        let failure = try #require(throws: CommandFailure.self) { _ = try place() }
        #expect(failure.code == EX_USAGE)
        return failure.message.description
    }

    /// A file, for as long as `body` takes.
    private static func withFile<Value>(
        _ content: String,
        mode: mode_t = 0o600,
        _ body: (String) throws -> Value
    ) throws -> Value {
        let path = "/tmp/pipctl-test-\(UUID().uuidString.prefix(13))"
        try Data(content.utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        try #require(chmod(path, mode) == 0)
        return try body(path)
    }

    // MARK: Which

    @Test(
        arguments: [
            (nil, nil, [:], "/run/user/1/pipd.sock"),
            (nil, nil, ["PIPD_SOCKET": "/a.sock"], "/a.sock"),
            (nil, nil, ["PIPD_SOCKET": "/a.sock", "PIPD_URL": ""], "/a.sock"),
            (nil, nil, ["PIPD_URL": "http://kiosk", "PIPD_SOCKET": ""], "http://kiosk"),
            ("/b.sock", nil, ["PIPD_URL": "http://kiosk"], "/b.sock"),
            (nil, "http://hall", ["PIPD_SOCKET": "/a.sock"], "http://hall"),
            (nil, "http://hall", ["PIPD_URL": "http://kiosk"], "http://hall"),
        ] as [(String?, String?, [String: String], String)]
    )
    func anOptionComesBeforeTheEnvironment(
        socket: String?,
        url: String?,
        environment: [String: String],
        place: String
    ) throws {
        let environment = environment.merging(["XDG_RUNTIME_DIR": "/run/user/1"]) { $1 }
        #expect(try Self.place(socket: socket, url: url, environment).description == place)
    }

    @Test func twoPlacesAreNone() throws {
        let options = try Self.refusal { try Self.place(socket: "/b", url: "http://a") }
        #expect(options.contains("--socket and --url"))
        let environment = ["PIPD_URL": "http://a", "PIPD_SOCKET": "/b"]
        let variables = try Self.refusal { try Self.place(environment) }
        #expect(variables.contains("$PIPD_SOCKET and $PIPD_URL"))
        let token = try Self.refusal { try Self.place(socket: "/b", tokenFile: "c") }
        #expect(token.contains("--token-file goes with --url"))
    }

    @Test func whyATokenCannotBeReadIsSaid() throws {
        let nowhere = try Self.refusal { try Self.place(url: "http://a", tokenFile: "/nowhere/t") }
        #expect(nowhere.contains("/nowhere/t: No such file"), "\(nowhere)")
        let folder = ["PIPD_TOKEN_FILE": "/tmp"]
        let refusal = try Self.refusal { try Self.place(url: "http://a", folder) }
        #expect(refusal.contains("/tmp: Is a directory"), "\(refusal)")
    }

    // MARK: Addresses

    @Test(
        arguments: [
            ("http://kiosk.local:8080", "kiosk.local", 8080, "kiosk.local:8080"),
            ("HTTP://Kiosk:8080/", "kiosk", 8080, "kiosk:8080"),
            ("http://kiosk", "kiosk", 80, "kiosk"),
            ("http://192.0.2.7:1", "192.0.2.7", 1, "192.0.2.7:1"),
            ("http://[2001:DB8::1]:8080/", "2001:db8::1", 8080, "[2001:db8::1]:8080"),
            ("http://[::1]", "::1", 80, "[::1]"),
        ])
    func anAddressIsAHostAndAPort(
        text: String,
        host: String,
        port: Int,
        authority: String
    ) throws {
        let address = try WebAddress(text)
        #expect(address.host == host && address.port == port && address.authority == authority)
        #expect(address.description == "http://\(authority)")
    }

    @Test(
        arguments: [
            "", "/", "kiosk", "kiosk.local:8080", "ftp://kiosk", "http://", "http:///",
            "http://a b",
            "http://kiosk:0", "http://kiosk:65536", "http://kiosk:x", "http://kiosk/v1/status",
            "http://kiosk?x=1", "http://kiosk//", "http://[::1", "http://[kiosk]", "http://::1",
            "http:/kiosk", "http://\u{E9}", "http://a\r\nb",
        ])
    func whatIsNoAddressIsToldOne(text: String) throws {
        let refusal = try Self.refusal { try Self.place(url: text) }
        #expect(refusal.contains("http://kiosk.local:8080"), "\(refusal)")
    }

    @Test(
        arguments: [
            ("http://::1:80", "brackets around"), ("http://2001:db8::1", "[2001:db8::7]:8080."),
            ("http://fe80::1%eth0", "without a zone"), ("http://[fe80::1%25eth0]:80", "a zone"),
        ]
    )
    func whatAnAddressOfIPv6LacksIsSaid(text: String, words: String) throws {
        let refusal = try Self.refusal { try Self.place(url: text) }
        #expect(refusal.contains("http://kiosk.local:8080, "), "\(refusal)")
        #expect(refusal.contains(words), "\(refusal)")
    }

    @Test(
        arguments: [
            "http://[::1]:99999", "http://[::1]:0", "http://[2001:db8::7]:8080/v1",
            "http://[::1]/a%20b", "http://kiosk/a:b:c",
        ]
    )
    func whoHasWrittenBracketsIsNotToldOfThem(text: String) throws {
        let refusal = try Self.refusal { try Self.place(url: text) }
        #expect(refusal.hasSuffix("such as http://kiosk.local:8080."), "\(refusal)")
    }

    /// Whoever lists processes sees it, but not who reads the message.
    @Test(arguments: ["http://kiosk:8080/#t=hidden", "http://me:hidden@kiosk:8080", "#t=hidden"])
    func anAddressBringsNoSecret(text: String) throws {
        let refusal = try Self.refusal { try Self.place(url: text) }
        #expect(refusal.contains("--token-file") && !refusal.contains("hidden"), "\(refusal)")
    }

    @Test func TLSIsLeftToSSH() throws {
        let refusal = try Self.refusal { try Self.place(url: "https://kiosk.local/") }
        #expect(refusal.contains("-L ./pipd.sock:/run/pipd/pipd.sock kiosk.local`"), "\(refusal)")
        #expect(refusal.contains("--socket ./pipd.sock") && refusal.contains("http://"))
    }

    // MARK: Tokens

    @Test(
        arguments: [
            "", "\n", "http://127.0.0.1:8080/#t=", "Bearer ", " bearer  ", "\u{FEFF}",
            "\u{FEFF}\r\nBearer ",
        ],
        ["", "\n", " \r\n\n"]
    )
    func aTokenIsWhatTokenCreatePrints(before: String, after: String) throws {
        let token = try Self.withFile(before + Self.secret + after) { try Token(file: $0) }
        #expect(token.secret == Self.secret)
    }

    private static let other = [
        "", "\n", "hidden", "\(secret)\nhidden", "\(secret)a", "\(secret.dropLast())",
        "\(secret.dropLast())=", "\(secret.dropLast())\u{0}", "http://a/#t=hidden",
        "hidden \(secret)", "Bearer", "Bearer hidden", "Bearer\(secret)", "Basic \(secret)",
        #"{"secret":"\#(secret)","url":null}"#, String(repeating: " ", count: 5000) + secret,
    ]

    @Test(arguments: other)
    func whatIsNoTokenIsNotSent(content: String) throws {
        let failure = try #require(throws: CommandFailure.self) {
            _ = try Self.withFile(content) { try Token(file: $0) }
        }
        let message = failure.message.description
        #expect(failure.code == EX_USAGE && message.contains("pipctl token create"), "\(message)")
        #expect(!message.contains("hidden") && !message.contains(Self.secret))
    }

    @Test(arguments: [0o640, 0o604, 0o620, 0o666] as [mode_t])
    func aTokenOfOnesOwnIsNobodyElses(mode: mode_t) throws {
        try Self.withFile(Self.secret, mode: mode) { path in
            let failure = #expect(throws: CommandFailure.self) { _ = try Token(file: path) }
            #expect(failure?.message.description.contains("chmod 600 \(path)") == true)
        }
    }

    /// Nobody is told to take a device from all others.
    @Test func aDeviceHasNoToken() throws {
        let failure = #expect(throws: CommandFailure.self) { _ = try Token(file: "/dev/null") }
        #expect(failure?.message.description.hasPrefix("There is no token in /dev/null;") == true)
    }

    @Test func aTokenMayComeThroughAPipe() throws {
        var ends: [CInt] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        try #require(write(ends[1], Self.secret, Self.secret.utf8.count) == Self.secret.utf8.count)
        close(ends[1])
        #expect(try Token(file: "/proc/self/fd/\(ends[0])").secret == Self.secret)
    }

    // MARK: Words

    @Test(
        arguments: [
            (401, "", false, "wants a token. `pipctl token create --role operator`"),
            (401, "", true, "does not know the token in FILE, or no longer"),
            (403, "That takes the role `admin`.", true, "refuses: That takes the role `admin`."),
            (421, "", true, "does not go by the name kiosk.local:"),
            (429, "Try again.", true, "does not know the token in FILE either: Try again."),
            (429, "Try again.", false, "refuses: Try again."),
        ] as [(UInt, String, Bool, String)]
    )
    func whoIsNotLetInIsToldWhatWouldDo(
        status: UInt,
        detail: String,
        hasToken: Bool,
        words: String
    ) throws {
        let refused = Self.refused(status, detail)
        let text = try Self.withFile(Self.secret) { file in
            let place = try Self.place(
                url: "http://kiosk.local:8080",
                tokenFile: hasToken ? file : nil
            )
            let explained = place.explained(refused)
            #expect(explained.code == 1 && explained.status == status)
            return explained.message.description.replacing(file, with: "FILE")
        }
        #expect(text.contains("http://kiosk.local:8080"), "\(text)")
        #expect(text.contains(words) && !text.contains(Self.secret), "\(text)")
    }

    private static func refused(_ status: UInt, _ detail: String) -> CommandFailure {
        var failure = CommandFailure.refused(MessageText(message: detail))
        failure.problem = ProblemReport(
            type: "about:blank",
            status: Int(status),
            title: "No",
            detail: detail
        )
        return failure
    }

    @Test func whatIsNoMatterOfTokensIsTheDaemonsToSay() throws {
        let web = try Self.place(url: "http://kiosk")
        for status: UInt in [400, 404, 409, 422, 503] {
            let refused = Self.refused(status, "No.")
            #expect(web.explained(refused) == refused)
        }
        let forbidden = Self.refused(403, "No.")
        #expect(try Self.place(socket: "/a").explained(forbidden) == forbidden)
    }

    @Test func whereNobodyListensDependsOnThePlace() throws {
        let socket = try Self.place(socket: "/a").absence("why").message.description
        #expect(socket.hasPrefix("No daemon answers at /a (why).\nStart one with `systemctl"))
        let web = try Self.place(url: "http://kiosk:81").absence("why").message.description
        #expect(web.hasPrefix("No daemon answers at http://kiosk:81 (why).\n"))
        #expect(web.contains("web: { listen: \"0.0.0.0:81\" }") && !web.contains("systemctl"))
        let newer = try Self.place(url: "http://[::1]:81").absence("why").message.description
        #expect(newer.contains("web: { listen: \"[::]:81\" }"))
    }

    /// It is a firewall's word, too.
    @Test(
        arguments: [
            ("/a", nil, "This user may not use the socket at /a. "),
            (nil, "http://kiosk", "No daemon answers at http://kiosk (Permission denied).\n"),
        ] as [(String?, String?, String)]
    )
    func aSocketAloneIsNotForEveryUser(socket: String?, url: String?, words: String) async throws {
        let place = try Self.place(socket: socket, url: url)
        let failure = await #expect(throws: CommandFailure.self) {
            try await place.explainingErrors { () async throws -> Void in
                throw IOError(errnoCode: EACCES, reason: "connect")
            }
        }
        #expect(failure?.code == EX_UNAVAILABLE)
        #expect(failure?.message.description.hasPrefix(words) == true)
    }

    /// Another machine knows no working directory of this one.
    @Test func aFileOfTheDaemonsIsNamedFromItsRoot() throws {
        let socket = try Self.place(socket: "/a")
        #expect(try socket.file("/b/c") == "/b/c")
        #expect(try socket.file("c") == FileManager.default.currentDirectoryPath + "/c")
        let web = try Self.place(url: "http://kiosk")
        #expect(try web.file("/b/c") == "/b/c")
        let failure = #expect(throws: CommandFailure.self) { _ = try web.file("c") }
        #expect(failure?.message.description.contains("its whole path there") == true)
    }

    @Test(
        arguments: [
            ("b/c.mp4", true), ("./c.mp4", true), ("a:b/c.mp4", true), (" c.mp4", true),
            ("/b/c.mp4", false), ("/dev/video0", false), ("demo", false), ("test:64x36@30", false),
            ("udp://239.0.0.1:5000", false), (" http://h/a.mp4", false), ("file:///b", false),
            // The daemon says what is wrong with it.
            ("rtsp:door/a", false), ("", false), ("x://y", false),
        ])
    func aPathIsNamedFromItsRootAndNoOtherAddress(text: String, isRelative: Bool) throws {
        let here = FileManager.default.currentDirectoryPath
        let address = try Self.place(socket: "/a").address(text)
        #expect(address == (isRelative ? "\(here)/\(text)" : text))
        let web = try Self.place(url: "http://kiosk")
        guard isRelative else {
            #expect(try web.address(text) == text)
            return
        }
        let failure = #expect(throws: CommandFailure.self) { _ = try web.address(text) }
        let accepted = "its whole path there, from / on, or an address such as http://"
        #expect(failure?.message.description.contains(accepted) == true)
    }

    @Test(
        arguments: [
            (["streams", "add", "a"], #"{"url":"HERE/b.mp4"}"#),
            (["playlist", "load", "a", "demo"], #"{"items":["demo","HERE/b.mp4"]}"#),
            (["playlist", "add", "a"], #"{"at":"end","items":["HERE/b.mp4"]}"#),
            (["feeds", "add", "a"], #"{"url":"HERE/b.mp4"}"#),
            (["overlay", "set", "a", "--image"], #"{"image":"HERE/b.mp4"}"#),
        ] as [([String], String)]
    )
    func pathsAreOfThisDirectory(command: [String], sent: String) throws {
        let daemon = try CannedDaemon(status: "200 OK", body: "{}")
        _ = try Pipctl.run(command + ["b.mp4"], daemon)
        let body = sent.replacing("HERE", with: FileManager.default.currentDirectoryPath)
        let request = daemon.request.replacing("\\/", with: "/")
        #expect(request.hasSuffix("\r\n\r\n" + body), "\(request)")
    }
}
