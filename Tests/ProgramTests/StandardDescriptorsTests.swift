internal import Glibc
internal import TestSupport
internal import Testing

/// A daemon that is started without standard input, output and errors.
@Suite(.timeLimit(.minutes(30))) struct StandardDescriptorsTests {
    /// In a program of its own: here other threads would take the numbers that are free.
    @Test func thoseThatAreClosedBecomeTheNullDevice() throws {
        // Its end is noticed by what was its standard input.
        let daemon = try Daemon.ready(
            ["--stream", "demo"],
            wrapper: ["sh", "-c", "exec \"$0\" \"$@\" 9<&0 <&- >&- 2>&-"]
        )
        for number in 0...2 {
            let place = "/proc/\(daemon.program.processID)/fd/\(number)"
            #expect(Self.target(of: place) == "/dev/null", "\(number)")
        }
        #expect(try daemon.becomesHealthy())
        daemon.expectCleanStop()
    }

    private static func target(of link: String) -> String {
        var text = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(link, &text, text.count)
        let bytes = text.prefix(max(count, 0)).map(UInt8.init(bitPattern:))
        return String(decoding: bytes, as: UTF8.self)
    }
}
