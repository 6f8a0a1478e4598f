import Glibc
import Platform
import Testing

/// What the runtime takes of the system, it has taken before anybody else needs it.
@Suite struct RuntimeThreadsTests {
    @Test func timersHaveTheirDescriptors() async {
        await #expect(processExitsWith: .success) {
            try WorkerThread(name: "start") { try? RuntimeThreads().wait() }.join()
            #expect(Self.timers() == 2)
            for _ in 0..<3 { try await Task.sleep(nanoseconds: 2_000_000) }
            #expect(Self.timers() == 2)
        }
    }

    /// How many descriptors are timers of the kernel.
    private static func timers() -> Int {
        (0..<256).count { descriptor in
            var name = [UInt8](repeating: 0, count: 64)
            let count = readlink("/proc/self/fd/\(descriptor)", &name, name.count)
            return String(decoding: name.prefix(max(0, count)), as: UTF8.self)
                == "anon_inode:[timerfd]"
        }
    }
}
