import Glibc
import Media
import Platform
import Testing

@Suite struct ServiceNotifierTests {
    @Test(arguments: [false, true])
    func eachMessageIsOneDatagram(isAbstract: Bool) throws {
        let manager = try ServiceManager(isAbstract: isAbstract)
        let notifier = try manager.makeNotifier()
        try notifier.ready(status: "2 streams")
        try notifier.status("1 stream")
        try notifier.reloading(at: MonotonicTime(nanoseconds: 12_345_678_999))
        try notifier.watchdog()
        try notifier.stopping()
        #expect(
            manager.received() == [
                "READY=1\nSTATUS=2 streams", "STATUS=1 stream",
                "RELOADING=1\nMONOTONIC_USEC=12345678", "WATCHDOG=1", "STOPPING=1",
            ]
        )
    }

    @Test func aStatusOfSeveralLinesCannotSetOtherVariables() throws {
        let manager = try ServiceManager(isAbstract: true)
        let notifier = try manager.makeNotifier()
        try notifier.status("lost\nMAINPID=1\r\nSTOPPING=1")
        #expect(manager.received() == ["STATUS=lost MAINPID=1 STOPPING=1"])
    }

    /// Neither blocked nor failed: the message is lost, and the sender knows.
    @Test func aManagerThatDoesNotReadLosesMessages() throws {
        let manager = try ServiceManager(isAbstract: true)
        let notifier = try manager.makeNotifier()
        var sent = 0
        while sent < 100_000, try notifier.watchdog() { sent += 1 }
        #expect((1..<100_000).contains(sent))
        #expect(manager.received().count == sent)
        let isSent = try notifier.watchdog()
        #expect(isSent)
    }

    @Test func aManagerThatIsGoneIsAnError() throws {
        let notifier = try ServiceManager(isAbstract: false).makeNotifier()
        let error = #expect(throws: SystemCallError.self) { try notifier.watchdog() }
        #expect(error?.description == "sendto: No such file or directory")
    }

    @Test(arguments: [
        [:],
        ["NOTIFY_SOCKET": ""],
        ["NOTIFY_SOCKET": "@"],
        ["NOTIFY_SOCKET": "run/relative"],
        ["NOTIFY_SOCKET": "vsock:2:9999"],
        ["NOTIFY_SOCKET": "/" + String(repeating: "x", count: 107)],
    ])
    func withoutAUsableAddressThereIsNoNotifier(environment: [String: String]) {
        #expect(ServiceNotifier(environment: environment) == nil)
    }

    @Test func anAddressMayBeAsLongAsTheKernelAllows() {
        let path = "/" + String(repeating: "x", count: 106)
        #expect(ServiceNotifier(environment: ["NOTIFY_SOCKET": path]) != nil)
    }

    @Test(
        arguments: [
            (["WATCHDOG_USEC": "30000000"], .seconds(15)),
            (["WATCHDOG_USEC": "200000"], .milliseconds(100)),
            (["WATCHDOG_USEC": "99999"], .milliseconds(50)),
            (["WATCHDOG_USEC": "1"], .milliseconds(50)),
            (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"], nil),
            (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "\(getpid())"], .seconds(15)),
            (["WATCHDOG_USEC": "0"], nil),
            (["WATCHDOG_USEC": "-5"], nil),
            (["WATCHDOG_USEC": "9223372036854775807"], nil),
            (["WATCHDOG_USEC": "soon"], nil),
            (["WATCHDOG_PID": "\(getpid())"], nil),
            ([:], nil),
        ] as [([String: String], Nanoseconds?)]
    )
    func theWatchdogIsFedTwiceInItsInterval(
        environment: [String: String],
        period: Nanoseconds?
    ) {
        #expect(ServiceNotifier.watchdogPeriod(environment: environment) == period)
    }
}

@Suite struct ProcessEnvironmentTests {
    @Test func itIsWhatTheLibrarySays() {
        let variables = ProcessEnvironment.current()
        #expect(!variables.isEmpty)
        for (name, value) in variables {
            #expect(getenv(name).map { String(cString: $0) } == value)
        }
    }
}

/// The receiving end of the protocol.
private final class ServiceManager {
    private let socket: OwnedDescriptor
    private let name: String

    init(isAbstract: Bool) throws {
        let unique = "pipd-notify-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
        name = isAbstract ? "@\(unique)" : "/tmp/\(unique)"
        socket = OwnedDescriptor(
            taking: try systemCall("socket") {
                Glibc.socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
            }
        )
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(name.utf8)
        if isAbstract { bytes[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        let descriptor = socket.rawValue
        try withUnsafePointer(to: address) { pointer in
            _ = try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                try systemCall("bind") { bind(descriptor, address, length) }
            }
        }
    }

    deinit {
        if name.hasPrefix("/") { unlink(name) }
    }

    func makeNotifier() throws -> ServiceNotifier {
        try #require(ServiceNotifier(environment: ["NOTIFY_SOCKET": name]))
    }

    func received() -> [String] {
        var messages: [String] = []
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(socket.rawValue, &bytes, bytes.count, 0)
            guard count >= 0 else { return messages }
            messages.append(String(decoding: bytes.prefix(count), as: UTF8.self))
        }
    }
}
