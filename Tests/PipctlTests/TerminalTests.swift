internal import TestSupport
internal import Testing

@Suite struct TerminalTests {
    @Test(
        arguments: [
            ([], "pipctl: Cannot write to standard output: No space left on device.\n"),
            (
                ["--json"],
                #"{"error":{"detail":"Cannot write to standard output: No space left on device."}}"#
                    + "\n"
            ),
        ] as [([String], String)]
    )
    func whatCannotBeWrittenIsSaid(options: [String], says: String) throws {
        let daemon = try CannedDaemon(status: "200 OK", body: #"{"exports":[]}"#)
        let program = BuildFolder.program("pipctl")
        let result = try Command(
            ["/bin/sh", "-c", #"exec "$0" "$@" > /dev/full"#, program, "library", "exports"]
                + options
        ).finish(environment: ["PIPD_SOCKET": daemon.path])
        #expect(result.status == 74 && result.errors == says, "\(result.errors)")
    }
}
