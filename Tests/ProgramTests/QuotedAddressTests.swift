internal import ControlAPI
internal import TestSupport
internal import Testing

/// An address with a password where something else is expected: neither program repeats it.
@Suite(.timeLimit(.minutes(30))) struct QuotedAddressTests {
    private static let addresses = ["rtsp://u:PW7x@h/x", " rtsp:/PW7x@h", "rtsp:u:PW7x@h"]

    /// What no name of a file is to be told from inside a path.
    private static let bareAddresses = ["//u:PW7x@h", "u:PW 7x@h/x"]

    @Test(arguments: addresses + bareAddresses)
    func pipdRepeatsNoPasswordOfItsArguments(address: String) throws {
        let scratch = try Scratch()
        let socket = ["--socket", scratch.path("s")]
        for option in [
            "--config", "--main", "--output", "--compositor", "--max-fps", "--listen", "--clock",
            "--duration", "--log-level", "--unknown", "--stream=bad id", "--output=kms:",
        ] {
            let parts = option.split(separator: "=", maxSplits: 1).map { String($0) }
            let value = parts.count > 1 ? parts[1] + "=" + address : address
            // The parser quotes what stands behind a name otherwise than a word of its own.
            let words = address.hasPrefix("rtsp://") ? ["\(parts[0])=\(value)"] : [parts[0], value]
            try expectHidden(Programs.pipd, words + ["--check-config"] + socket, scratch)
        }
        try expectHidden(Programs.pipd, [address], scratch)
        guard !Self.bareAddresses.contains(address) else { return }
        let short = ["--stream", "demo", "--duration", "0.1", "--output", "headless"]
        try expectHidden(Programs.pipd, short + ["--socket", "/dev/null/\(address)"], scratch)
        try expectHidden(
            Programs.pipd,
            short + socket + ["--frame-log", "/dev/null/\(address)"],
            scratch
        )
    }

    @Test(arguments: addresses + bareAddresses)
    func noConfigurationFileIsQuotedWithAPassword(address: String) throws {
        let scratch = try Scratch()
        for (number, text) in [
            "%: 1", "main: %", "compositor: %", "max_fps: %", "streams: %", "streams: { %: 1 }",
            "streams: { a: { url: demo, %: 1 } }", "streams: { a: { url: demo, timeout: % } }",
            "streams: { a: { url: %, size: 64x64 } }", "streams: { a: { url: demo, loop: % } }",
            "streams: { a: { url: ftp, size: % } }", "pip: { corner: % }", "pip: { stream: % }",
            "pip: { border: % }", "pip: { %: 1 }", "output: { kind: % }", "output: { mode: % }",
            "output: { rotation: % }", "images: { library: % }", "images: { directories: [%] }",
            "%: 1\n%: 2", "[%", "placeholder: { detail: % }",
        ].enumerated() {
            let content = text.replacing("%", with: "\"\(address)\"")
            let file = try scratch.write("\(number).yml", content)
            try expectHidden(Programs.pipd, ["--config", file, "--check-config"], scratch, text)
        }
    }

    @Test(arguments: addresses)
    func pipctlRepeatsNoPasswordEither(address: String) throws {
        let scratch = try Scratch()
        let daemon = try Daemon.ready(["--stream", "demo"], in: scratch)
        let socket = ["--socket", daemon.socketPath]
        for arguments in [
            ["show"], ["pip", "on"], ["streams", "add", "x", "demo", "--transport"],
            ["streams", "remove"], ["screenshot"], ["photo"], ["camera", "formats"],
            ["camera", "controls", "video0", "x"], ["publish"], ["show", "demo", "--gravity"],
            ["pip", "on", "--corner"], ["pip", "on", "--aspect"], ["pip", "on", "--size"],
            ["screenshot", "demo", "--at"], ["screenshot", "demo", "--format"],
            ["snapshot", "--save"], ["snapshot", "--fit"], ["events", "--save"],
            ["snapshot", "--event", "--target"], ["top", "--interval"], ["status", "x"], [],
        ] {
            try expectHidden(Programs.pipctl, socket + arguments + [address], scratch)
        }
        let nowhere = ["snapshot", "--format", "png", "-o", "/dev/null/\(address)"]
        try expectHidden(Programs.pipctl, socket + nowhere, scratch)
        try expectHidden(Programs.pipctl, ["--socket", address, "status"], scratch)
        try expectHidden(Programs.pipctl, ["--socket=\(address)", "status"], scratch)
        let added = try Programs.run(
            Programs.pipctl,
            socket + ["streams", "add", "cam", "/dev/null/\(address)"],
            in: scratch
        )
        #expect(!(added.output + added.errors).contains("7x"), "\(added)")
        let isTold = try daemon.eventually { try daemon.stream("cam").reason != nil }
        #expect(isTold)
        #expect(!(try daemon.request("GET", "/v1/status").text.contains("7x")))
        daemon.expectCleanStop()
        #expect(!daemon.program.errors.contains("7x"), "\(daemon.program.errors)")
    }

    private func expectHidden(
        _ program: String,
        _ arguments: [String],
        _ scratch: Scratch,
        _ about: String = ""
    ) throws {
        let result = try Programs.run(program, arguments, in: scratch)
        guard case .exit = result.ending else {
            Issue.record("\(arguments) \(about): \(result)")
            return
        }
        #expect(!(result.output + result.errors).contains("7x"), "\(arguments) \(result)")
    }
}
