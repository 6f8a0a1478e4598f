import Glibc
import Media
import Platform
import Testing

/// Signals belong to the whole process: each test has one of its own.
@Suite struct SignalDescriptorTests {
    @Test func signalsAreReadInsteadOfEndingTheProcess() async {
        await #expect(processExitsWith: .success) {
            becomeLikeMain()
            let signals = try SignalDescriptor([.terminate, .hangUp, .interrupt])
            let early = try signals.read()
            #expect(early.isEmpty)
            for signal in [SIGTERM, SIGTERM, SIGHUP] { raise(signal) }
            let received = try signals.read()
            #expect(received.count == 2)
            #expect(Set(received) == [.terminate, .hangUp])
            let late = try signals.read()
            #expect(late.isEmpty)
        }
    }

    @Test func aPendingSignalMakesItReadable() async {
        await #expect(processExitsWith: .success) {
            becomeLikeMain()
            let signals = try SignalDescriptor([.user1])
            var set = PollSet(capacity: 1)
            set.add(signals.rawValue, tag: PollSet.Tag(rawValue: 5))
            let early = set.wait(until: MonotonicTime(nanoseconds: 0))
            #expect(early.isEmpty)
            raise(SIGUSR1)
            let late = set.wait(until: nil)
            #expect(late.contains(PollSet.Tag(rawValue: 5)))
        }
    }

    @Test func signalsNotAskedForStillEndTheProcess() async {
        await #expect(processExitsWith: .signal(SIGUSR2)) {
            becomeLikeMain()
            let signals = try SignalDescriptor([.hangUp])
            raise(SIGUSR2)
            _ = try signals.read()
        }
    }

    @Test func laterThreadsDoNotTakeTheSignals() async {
        await #expect(processExitsWith: .success) {
            becomeLikeMain()
            let signals = try SignalDescriptor([.terminate])
            try WorkerThread(name: "mask-test") {
                // To this very thread: it would end the process if it were not blocked.
                raise(SIGTERM)
            }.join()
            let received = try signals.read()
            #expect(received.isEmpty)
        }
    }

    @Test func writingToAClosedPipeIsAnErrorAndNotASignal() async {
        await #expect(processExitsWith: .success) {
            becomeLikeMain()
            _ = try SignalDescriptor([.hangUp])
            var ends: [CInt] = [0, 0]
            pipe(&ends)
            close(ends[0])
            let written = write(ends[1], &ends, 1)
            let cause = errno
            #expect(written == -1)
            #expect(cause == EPIPE)
        }
    }

    @Test func failingToReadIsAnError() async {
        await #expect(processExitsWith: .success) {
            becomeLikeMain()
            let signals = try SignalDescriptor([.user1])
            SystemCallFaults.withFault("read", .inputOutput) {
                let received = try? signals.read()
                #expect(received == nil)
            }
        }
    }
}

/// The threads that run tests block most signals; a program's first thread blocks none.
private func becomeLikeMain() {
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_UNBLOCK, &all, nil)
}
