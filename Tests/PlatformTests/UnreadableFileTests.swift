import Platform
import Testing

@Suite struct UnreadableFileTests {
    @Test(
        arguments: [
            (.noSuchFile, "not there any more"), (.tooManySymbolicLinks, "symbolic link"),
            (.crossesDevices, "name the folder"), (.permissionDenied, "make it readable"),
            (.invalidArgument, "put the file back"), (.isDirectory, "put the file back"),
            (.inputOutput, "disk"), (.tooManyOpenFiles, "Too many open files"),
        ] as [(Errno, String)]
    )
    func whyAFileCannotBeReadIsSaidInWords(errno: Errno, says: String) {
        #expect(errno.reasonOfUnreadable.contains(says))
    }
}
