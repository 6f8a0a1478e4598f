import Glibc
import Testing

@testable import Platform

@Suite struct SocketActivationTests {
    @Test(arguments: [false, true])
    func theSocketIsTakenOver(isAbstract: Bool) throws {
        let passed = try Passed(isAbstract: isAbstract)
        let taken = try SocketActivation.takeSockets(
            environment: Self.environment(count: "1"),
            first: passed.descriptor
        )
        #expect(
            taken == [.init(descriptor: passed.descriptor, use: .control, path: passed.name)]
        )
        #expect(fcntl(passed.descriptor, F_GETFD) == FD_CLOEXEC)
    }

    @Test(
        arguments: [
            ("", InheritedSocket.Use.control), ("control", .control), ("pipd.socket", .control),
            ("web", .web), ("web:other", .web), ("unknown", .control),
            ("pipd@door.socket", .control),
        ]
    )
    func aNameSaysWhatASocketIsFor(names: String, use: InheritedSocket.Use) throws {
        let passed = try Passed()
        let environment = Self.environment(count: "1").merging(["LISTEN_FDNAMES": names]) { $1 }
        let taken = try SocketActivation.takeSockets(
            environment: environment,
            first: passed.descriptor
        )
        #expect(taken.map(\.use) == [use])
    }

    /// It may be one whose clients need tokens, with a slip in its name.
    @Test(arguments: ["web2", "pipd-web.socket", "Control", "x"])
    func anotherNameIsNotTheControlSockets(name: String) throws {
        let passed = try Passed()
        let error = #expect(throws: SocketActivationError.self) {
            try SocketActivation.takeSockets(
                environment: Self.environment(count: "1").merging(["LISTEN_FDNAMES": name]) { $1 },
                first: passed.descriptor
            )
        }
        #expect(error?.description.contains("called \(name)") == true)
    }

    /// As the manager passes them, beside each other.
    @Test func aPortAndTheControlSocketAreTakenTogether() throws {
        let (control, port) = (try Passed(), try Passed(family: AF_INET))
        let first: CInt = 700
        for (offset, passed) in [port, control].enumerated() {
            try systemCall("dup2") { dup2(passed.descriptor, first + CInt(offset)) }
        }
        defer { for descriptor in first...first + 1 { close(descriptor) } }
        let environment = Self.environment(count: "2")
            .merging(["LISTEN_FDNAMES": "web:control"]) { $1 }
        let taken = try SocketActivation.takeSockets(environment: environment, first: first)
        #expect(
            taken == [
                .init(descriptor: first, use: .web, path: nil),
                .init(descriptor: first + 1, use: .control, path: control.name),
            ]
        )
    }

    @Test(
        arguments: [
            [:],
            ["LISTEN_FDS": "1"],
            ["LISTEN_FDS": "1", "LISTEN_PID": "1"],
            ["LISTEN_FDS": "0", "LISTEN_PID": "\(getpid())"],
            ["LISTEN_FDS": "-1", "LISTEN_PID": "\(getpid())"],
            ["LISTEN_FDS": "one", "LISTEN_PID": "\(getpid())"],
            ["LISTEN_FDS": "1", "LISTEN_PID": ""],
        ]
    )
    func nothingIsTakenThatIsNotForThisProcess(environment: [String: String]) throws {
        let passed = try Passed()
        let taken = try SocketActivation.takeSockets(
            environment: environment,
            first: passed.descriptor
        )
        #expect(taken == [])
        #expect(fcntl(passed.descriptor, F_GETFD) == 0)
    }

    @Test func moreThanThereMayBeAreRefused() throws {
        let message = try Self.refusal(of: Passed(), count: "9")
        #expect(message.contains("passes 9 sockets; accepted: one Unix stream socket"))
    }

    @Test func aSocketThatDoesNotListenIsRefused() throws {
        let message = try Self.refusal(of: Passed(listens: false))
        #expect(message.contains("does not listen"))
    }

    @Test func aDatagramSocketIsRefused() throws {
        let message = try Self.refusal(of: Passed(type: SOCK_DGRAM, listens: false))
        #expect(message.contains("is no Unix stream socket"))
    }

    @Test func aPortIsRefused() throws {
        let message = try Self.refusal(of: Passed(family: AF_INET))
        #expect(message.contains("is no Unix stream socket"))
    }

    @Test func aClosedDescriptorIsRefused() {
        let error = #expect(throws: SocketActivationError.self) {
            _ = try SocketActivation.takeSockets(
                environment: Self.environment(count: "1"),
                first: 1 << 20
            )
        }
        #expect(error?.description.contains("is no open descriptor") == true)
    }

    /// In a process of its own: no other test reads the environment meanwhile.
    @Test func removedVariablesAreGone() async {
        await #expect(processExitsWith: .success) {
            setenv("LISTEN_FDS", "1", 1)
            setenv("LISTEN_PID", "\(getpid())", 1)
            ProcessEnvironment.remove(SocketActivation.variables)
            let left = ProcessEnvironment.current().keys.filter { $0.hasPrefix("LISTEN_") }
            exit(left.isEmpty ? EXIT_SUCCESS : EXIT_FAILURE)
        }
    }

    private static func environment(count: String) -> [String: String] {
        ["LISTEN_FDS": count, "LISTEN_PID": "\(getpid())"]
    }

    /// What is said of a socket that is refused. A refused one may be closed.
    private static func refusal(of passed: Passed, count: String = "1") throws -> String {
        let copy = try systemCall("dup") { dup(passed.descriptor) }
        let error = #expect(throws: SocketActivationError.self) {
            _ = try SocketActivation.takeSockets(
                environment: environment(count: count),
                first: copy
            )
        }
        return error?.description ?? ""
    }
}

/// A socket as the service manager passes it.
private final class Passed {
    let name: String
    private let socket: OwnedDescriptor

    var descriptor: CInt { socket.rawValue }

    init(
        isAbstract: Bool = true,
        family: CInt = AF_UNIX,
        type: __socket_type = SOCK_STREAM,
        listens: Bool = true
    ) throws {
        let unique = "pipd-passed-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
        name = isAbstract ? "@\(unique)" : "/tmp/\(unique)"
        socket = OwnedDescriptor(
            taking: try systemCall("socket") { Glibc.socket(family, CInt(type.rawValue), 0) }
        )
        let descriptor = socket.rawValue
        if family == AF_UNIX {
            let address = try #require(UnixAddress(name))
            try systemCall("bind") { address.withSocketAddress { bind(descriptor, $0, $1) } }
        }
        // An Internet socket is given a port of the system's choice.
        if listens { try systemCall("listen") { listen(descriptor, 4) } }
    }

    deinit {
        if name.hasPrefix("/") { unlink(name) }
    }
}
