internal import Glibc
internal import Platform
internal import Testing

/// Those that are closed: see the tests of the programs.
@Suite struct StandardDescriptorsTests {
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
