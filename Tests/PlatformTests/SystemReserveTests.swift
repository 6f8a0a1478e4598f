import Platform
import Testing

@Suite struct SystemReserveTests {
    @Test func whatThereIsIsGivenBack() throws {
        let before = try ProcessStatistics.current()
        for _ in 0..<200 {
            try SystemReserve.check(descriptors: 10)
            try SystemReserve.check(threads: 1)
        }
        // Other tests come and go beside this one.
        #expect(try ProcessStatistics.current().openDescriptors < before.openDescriptors + 1000)
    }

    @Test func whatIsMissingIsNamed() throws {
        SystemCallFaults.withFault("eventfd", .tooManyOpenFiles, after: 3) {
            let error = #expect(throws: SystemCallError.self) {
                try SystemReserve.check(descriptors: 4)
            }
            #expect(error?.errno == .tooManyOpenFiles)
        }
        SystemCallFaults.withFault("pthread_create", .wouldBlock, after: 3) {
            let error = #expect(throws: SystemCallError.self) {
                try SystemReserve.check(threads: 4)
            }
            #expect(error?.call.description == "pthread_create")
        }
    }
}
