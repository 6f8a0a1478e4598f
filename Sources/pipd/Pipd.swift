internal import ArgumentParser
internal import CommandLines
internal import ControlAPI
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
              /run/pipd/pipd.sock as root, else $XDG_RUNTIME_DIR/pipd.sock.
              See pipctl --help.

            EXIT STATUS
              0 done or stopped, 1 the main stream failed (--once), 64 usage,
              66 input missing, 69 no output, 70 internal error, 71 too few
              descriptors or threads, or too little memory, 74 input/output error,
              78 configuration
            """,
        version: Version.current
    )

    /// What the parser's complaints begin with, as all others do.
    static let _errorPrefix = "pipd: error: "

    @OptionGroup var arguments: Arguments

    static func main() {
        do {
            var command = try parseOnce()
            try command.run()
        } catch {
            end(with: error) { StandardError.writeNow($0 + "\n") }
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
    /// The system has too few descriptors or threads to give, or too little memory.
    static let system = Self(rawValue: 71)
    static let inputOutput = Self(rawValue: 74)
    static let configuration = Self(rawValue: 78)
}
