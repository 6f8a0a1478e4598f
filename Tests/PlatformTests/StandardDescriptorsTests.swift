internal import Glibc
internal import Platform
internal import Testing

@Suite struct StandardDescriptorsTests {
    @Test func thoseThatAreClosedBecomeTheNullDevice() async {
        await #expect(processExitsWith: .success) {
            for number in CInt(0)...2 { close(number) }
            try StandardDescriptors.fill()
            var null = stat()
            stat("/dev/null", &null)
            for number in CInt(0)...2 {
                var attributes = stat()
                precondition(fstat(number, &attributes) == 0, "\(number) is closed")
                precondition(attributes.st_rdev == null.st_rdev, "\(number) is something else")
            }
        }
    }

    @Test func thoseThatAreOpenStayAsTheyAre() async {
        await #expect(processExitsWith: .success) {
            var ends: [CInt] = [0, 0]
            precondition(pipe(&ends) == 0)
            dup2(ends[1], 1)
            try StandardDescriptors.fill()
            var attributes = stat()
            precondition(fstat(1, &attributes) == 0)
            precondition(attributes.st_mode & S_IFMT == S_IFIFO)
        }
    }
}
