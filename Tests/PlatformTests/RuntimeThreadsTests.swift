import Glibc
import Platform
import Testing

/// What the runtime takes of the system, it has taken before anybody else needs it.
@Suite struct RuntimeThreadsTests {
    @Test func timersGoWithoutADescriptorToSpare() async {
        await #expect(processExitsWith: .success) {
            try WorkerThread(name: "start") { try? RuntimeThreads.start() }.join()
            let limit = rlimit(rlim_cur: 256, rlim_max: 256)
            _ = withUnsafePointer(to: limit) {
                setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), $0)
            }
            var taken: [CInt] = []
            while true {
                let file = open("/dev/null", O_RDONLY)
                guard file >= 0 else { break }
                taken.append(file)
            }
            #expect(errno == EMFILE)
            try await Task.sleep(nanoseconds: 2_000_000)
            for file in taken { close(file) }
        }
    }
}
