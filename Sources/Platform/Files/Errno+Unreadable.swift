extension Errno {
    /// Why a file beneath a folder cannot be opened, as `ConfinedDirectory.file` says it, and what
    /// would work: words for people, without a full stop.
    public var reasonOfUnreadable: String {
        switch self {
        case .noSuchFile, .notADirectory: "it is not there any more"
        case .tooManySymbolicLinks, .crossesDevices:
            "a symbolic link leads to it, out of its folder; name the folder that it is in as one "
                + "of the library's"
        case .permissionDenied, .notPermitted:
            "permission denied; make it readable for the user that pipd runs as"
        // A named pipe that nobody writes to is none of the others.
        case .isDirectory, .invalidArgument, .noSuchDeviceOrAddress:
            "it is no file now, but a folder, a pipe or a device; put the file back"
        case .inputOutput: "its disk does not give it; try another copy, or look after the disk"
        default: "\(self)"
        }
    }
}
