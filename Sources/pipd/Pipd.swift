internal import ArgumentParser
internal import ControlAPI
internal import Glibc
internal import Ingest
internal import Platform

/// The program: reads the command line and runs the daemon.
@main
struct Pipd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pipd",
        abstract: "Live video on a screen without a desktop: a main view and picture in picture.",
        discussion: """
            EXAMPLES
              pipd --stream demo --pip
                  The test pattern in both views; runs anywhere.
              pipd --stream lobby=/srv/lobby.mp4
                  A file in the main view.
              pipd --stream door=rtsp://door.local/stream1 --pip --main lobby
                  A camera as picture in picture over the configured stream "lobby".
              pipd --stream clip.mp4 --once --clock virtual --frame-log -
                  Every decision about every frame, as fast as the machine can.

            SOCKET
              --socket, else $PIPD_SOCKET, else $RUNTIME_DIRECTORY/pipd.sock, else
              /run/pipd/pipd.sock as root, else $XDG_RUNTIME_DIR/pipd.sock. See pipctl --help.

            EXIT STATUS
              0 done or stopped, 1 the main stream failed (--once), 64 usage, 66 input missing,
              69 no output, 70 internal error, 71 too few descriptors or threads,
              74 input/output error, 78 configuration
            """,
        version: Version.current
    )

    @OptionGroup var arguments: Arguments

    /// As the protocol's, but for what it says of arguments: it shows no password and steers
    /// no terminal.
    static func main() {
        do {
            try refuseRepeatedOptions()
            var command = try parseAsRoot()
            try command.run()
        } catch {
            let status = exitCode(for: error)
            guard status != .success, !(error is ArgumentParser.ExitCode) else {
                exit(withError: error)
            }
            let text = typedTexts().reduce(fullMessage(for: error)) {
                $0.replacing($1, with: "\(AddressText($1))")
            }
            StandardError.writeNow(VisibleText.escapedLines(text) + "\n")
            Glibc.exit(status.rawValue)
        }
    }

    /// What a message may quote: the arguments, and of `--name=value` each half.
    private static func typedTexts() -> [String] {
        let arguments = CommandLine.arguments.dropFirst()
        let halves = arguments.flatMap { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        return (arguments + halves).filter { !$0.isEmpty }
    }

    private static func refuseRepeatedOptions() throws {
        let repeatable: Set = [
            "--stream", "--pip", "--once", "--frame-hash", "--check-config", "--status-line",
        ]
        let arguments = CommandLine.arguments.dropFirst()
        if let name = RepeatedOption.find(in: arguments, but: repeatable) {
            throw ValidationError("\(name) is given twice; accepted: once.")
        }
    }

    func run() throws {
        let status = Launch(arguments: arguments).run()
        guard status == .success else { throw ArgumentParser.ExitCode(status.rawValue) }
    }
}

/// How the program ended, as `sysexits.h` numbers it.
struct ExitStatus: RawRepresentable, Hashable {
    let rawValue: Int32

    static let success = Self(rawValue: 0)
    /// The main stream failed and `--once` was given.
    static let failure = Self(rawValue: 1)
    static let usage = Self(rawValue: 64)
    static let inputMissing = Self(rawValue: 66)
    static let noOutput = Self(rawValue: 69)
    static let internalError = Self(rawValue: 70)
    /// The system has too few descriptors or threads to give.
    static let system = Self(rawValue: 71)
    static let inputOutput = Self(rawValue: 74)
    static let configuration = Self(rawValue: 78)
}
