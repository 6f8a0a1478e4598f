internal import ControlAPI
internal import FoundationEssentials
internal import Glibc
internal import Media

/// The process's standard output and error.
enum Terminal {
    /// Whether standard output is a terminal and not a pipe or a file.
    static var isInteractive: Bool { isatty(STDOUT_FILENO) == 1 }

    /// How many lines standard output shows at a time; 0 where it does not say.
    private static var rows: Int { Int(size.ws_row) }

    /// How many columns a line of standard output shows; nil where it does not say, as what is
    /// no terminal.
    static var columns: Int? { size.ws_col > 0 ? Int(size.ws_col) : nil }

    private static var size: winsize {
        var size = winsize()
        return ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 ? size : winsize()
    }

    /// Writes lines to standard output at once. Whatever is in them, they steer no terminal.
    static func write(_ lines: String) {
        write(Array(VisibleText.escapedLines(lines).utf8), to: STDOUT_FILENO)
    }

    /// Writes bytes as they are, such as an image.
    static func write(_ bytes: [UInt8]) { write(bytes, to: STDOUT_FILENO) }

    /// Writes what the daemon says as it is to a program, and to a terminal as lines.
    static func write(document: Data) {
        if isInteractive { return write(String(decoding: document, as: UTF8.self)) }
        write(Array(document))
    }

    /// Everything from standard input, as far as a request may have it.
    static func read() -> [UInt8] {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < 1 << 20 {
            let count = Glibc.read(STDIN_FILENO, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += part.prefix(count)
        }
        return bytes
    }

    static func printError(_ line: String) {
        write(Array((OutsideText.shown(message: line) + "\n").utf8), to: STDERR_FILENO)
    }

    /// Writes to standard error as it is: lines that were made for that, or one that is drawn over
    /// itself.
    static func writeError(_ text: String) { write(Array(text.utf8), to: STDERR_FILENO) }

    /// Begins a full-screen display: the other screen, no cursor, and
    /// lines that are cut off at the edge instead of wrapped.
    ///
    /// A signal that ends the process restores the terminal first.
    static func enterFullScreen() {
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number) { number in
                // Only calls that a signal handler may make.
                let restore: StaticString = "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
                _ = Glibc.write(STDOUT_FILENO, restore.utf8Start, restore.utf8CodeUnitCount)
                _exit(128 + number)
            }
        }
        steer("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l")
    }

    /// Ends a full-screen display.
    static func leaveFullScreen() {
        steer("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
    }

    /// Replaces the display's content without flicker: each line is drawn
    /// over the old one, and what is left of the old content is erased.
    static func redraw(_ text: String) {
        let lines = TextTable.lines(of: text, rows: rows).map(VisibleText.escaped)
        steer("\u{1B}[H" + lines.joined(separator: "\u{1B}[K\n") + "\u{1B}[J")
    }

    private static func steer(_ sequences: String) {
        write(Array(sequences.utf8), to: STDOUT_FILENO)
    }

    private static func write(_ bytes: [UInt8], to descriptor: CInt) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { giveUp(errno, on: descriptor) }
            rest = rest.dropFirst(count)
        }
    }

    /// Ends the process, and says why where that can be said.
    private static func giveUp(_ code: CInt, on descriptor: CInt) -> Never {
        // A reader that left, as `pipctl top | head` does, is no error.
        guard code != EPIPE else { exit(0) }
        if descriptor == STDOUT_FILENO {
            let reason = "Cannot write to standard output: \(String(cString: strerror(code)))."
            writeError(FailureText.isAskedFor ? FailureText.json(reason) : "pipctl: \(reason)\n")
        }
        exit(EX_IOERR)
    }
}
