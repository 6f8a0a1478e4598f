internal import ControlAPI
internal import Testing

@Suite struct SocketLocationTests {
    static let everything = [
        "PIPD_SOCKET": "/a.sock", "RUNTIME_DIRECTORY": "/run/b:/run/c",
        "XDG_RUNTIME_DIR": "/run/user/1",
    ]

    @Test func whatIsNamedWins() {
        let path = SocketLocation.path(
            explicit: "/x.sock",
            environment: Self.everything,
            userID: 1000
        )
        #expect(path == "/x.sock")
    }

    /// One row: the variables that are missing, the user, the path.
    @Test(
        arguments: [
            ([], 1000, "/a.sock"),
            (["PIPD_SOCKET"], 1000, "/run/b/pipd.sock"),
            (["PIPD_SOCKET"], 0, "/run/b/pipd.sock"),
            (["PIPD_SOCKET", "RUNTIME_DIRECTORY"], 1000, "/run/user/1/pipd.sock"),
            (["PIPD_SOCKET", "RUNTIME_DIRECTORY"], 0, "/run/pipd/pipd.sock"),
            (["PIPD_SOCKET", "RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR"], 1000, nil),
        ] as [([String], UInt32, String?)]
    )
    func placesAreTriedInOrder(missing: [String], userID: UInt32, path: String?) {
        var environment = Self.everything
        for name in missing { environment[name] = nil }
        #expect(SocketLocation.path(environment: environment, userID: userID) == path)
        for name in missing { environment[name] = "" }
        #expect(SocketLocation.path(environment: environment, userID: userID) == path)
    }
}
