import Glibc
import Platform
import Testing

@Suite struct SystemCallTests {
    @Test func anErrorNamesTheCallAndTheCause() {
        let error = #expect(throws: SystemCallError.self) {
            try systemCall("open") { open("/nowhere/at/all", O_RDONLY) }
        }
        #expect(error?.errno == .noSuchFile)
        #expect(error?.description == "open: No such file or directory")
    }

    @Test func aResultThatIsNotAnErrorIsReturned() throws {
        #expect(try systemCall("any") { 42 } == 42)
        #expect(try systemCall("any") { -2 } == -2)
    }

    @Test func anInterruptedCallIsMadeAgain() throws {
        var calls = 0
        let result = try systemCall("any") {
            calls += 1
            errno = EINTR
            return calls < 4 ? -1 : 7
        }
        #expect(result == 7)
        #expect(calls == 4)
    }

    @Test func anUnknownNumberPrintsAsTheLibraryCallsIt() {
        #expect("\(Errno(rawValue: 4095))" == "Unknown error 4095")
    }
}

@Suite struct SystemCallFaultsTests {
    @Test func theNamedCallFailsAfterSomeAndForSome() {
        let results = SystemCallFaults.withFault("listen", .busy, after: 1, times: 2) {
            (0..<5).map { _ in succeeds("listen") }
        }
        #expect(results == [true, false, false, true, true])
    }

    @Test func otherCallsAndOtherScopesAreSpared() {
        SystemCallFaults.withFault("listen", .busy) {
            #expect(succeeds("accept"))
        }
        #expect(succeeds("listen"))
    }

    @Test func anInjectedInterruptionIsRetried() throws {
        let result = try SystemCallFaults.withFault("listen", .interrupted, times: 3) {
            try systemCall("listen") { 5 }
        }
        #expect(result == 5)
    }

    @Test func faultsNest() {
        SystemCallFaults.withFault("listen", .busy) {
            SystemCallFaults.withFault("accept", .busy) {
                #expect(!succeeds("listen"))
                #expect(!succeeds("accept"))
            }
        }
    }

    private func succeeds(_ call: StaticString) -> Bool {
        (try? systemCall(call) { 0 }) != nil
    }
}
