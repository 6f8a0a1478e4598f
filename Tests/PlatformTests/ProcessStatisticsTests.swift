import Glibc
import Media
import Platform
import Testing

@Suite struct ProcessStatisticsTests {
    @Test func processorTimeIsThatOfGetrusage() throws {
        let before = usedSeconds()
        let statistics = try ProcessStatistics.current()
        // Both halves are cut to steps of 10 ms.
        #expect(statistics.cpuSeconds >= before - 0.021)
        #expect(statistics.cpuSeconds <= usedSeconds() + 0.001)
    }

    @Test func residentMemoryIsBelowItsPeak() throws {
        let statistics = try ProcessStatistics.current()
        var usage = rusage()
        getrusage(CInt(RUSAGE_SELF.rawValue), &usage)
        #expect(statistics.residentBytes > 1 << 20)
        #expect(statistics.residentBytes <= usage.ru_maxrss * 1024 + (8 << 20))
    }

    @Test func theStartLiesInThePastAndStays() throws {
        let first = try ProcessStatistics.current()
        let second = try ProcessStatistics.current()
        #expect(first.startTimeUnixSeconds == second.startTimeUnixSeconds)
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let age = Double(now.tv_sec) - first.startTimeUnixSeconds
        // The kernel's boot time is in whole seconds.
        #expect(age > -2)
        #expect(age < 3600)
    }

    /// In a process of its own: other tests open descriptors and start threads too. The
    /// runtime's threads come and go even there, so that the kernel's lists of both are
    /// looked at before and after, until they are the same.
    @Test func descriptorsAndThreadsAreCountedExactly() async {
        await #expect(processExitsWith: .success) {
            let events = [try WakeUp(), try WakeUp(), try WakeUp()]
            let thread = try WorkerThread(name: "statistics-test") {
                wait(for: events[0])
            }
            let deadline = MonotonicClock.now() + .milliseconds(10_000)
            while true {
                let before = (entries(of: "/proc/self/task"), entries(of: "/proc/self/fd"))
                let counted = try ProcessStatistics.current()
                let after = (entries(of: "/proc/self/task"), entries(of: "/proc/self/fd"))
                if before == after {
                    #expect(counted.threads == before.0)
                    // The list has the descriptor that it is read with.
                    #expect(counted.openDescriptors == before.1 - 1)
                    break
                }
                try #require(MonotonicClock.now() < deadline)
                sched_yield()
            }
            events[0].signal()
            thread.join()
        }
    }

    @Test(arguments: ["open", "read", "opendir"] as [StaticString])
    func aKernelThatRefusesIsAnError(call: StaticString) {
        SystemCallFaults.withFault(call, .tooManyOpenFiles) {
            let error = #expect(throws: SystemCallError.self) { try ProcessStatistics.current() }
            #expect(error?.errno == .tooManyOpenFiles)
        }
    }

    private func usedSeconds() -> Double {
        var usage = rusage()
        getrusage(CInt(RUSAGE_SELF.rawValue), &usage)
        return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
            + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
    }
}

private func entries(of path: String) -> Int {
    guard let directory = opendir(path) else { return -1 }
    defer { closedir(directory) }
    var count = 0
    while let entry = readdir(directory) {
        // Not the directory itself and its parent.
        if entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) { count += 1 }
    }
    return count
}
