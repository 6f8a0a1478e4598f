public import Platform

/// Why something is not exported. Nothing has appeared then, and the original is as it was.
public enum ExportError: Error, Hashable, Sendable {
    case cancelled
    /// The original cannot be read.
    case source(path: String, reason: String)
    /// The original was written to, or replaced, while it was read.
    case hasChanged(path: String)
    /// Its container, or what is in it, cannot be cut.
    case isUnsupported(path: String, reason: String)
    /// What is asked for is not in the file.
    case isOutside(path: String, reason: String)
    /// The directory is not there, or cannot be entered.
    case directory(path: String, Errno)
    /// The name is too long for the disk's file system.
    case nameTooLong(path: String)
    /// The directory cannot be written to.
    case target(path: String, reason: String)
    case isFull(path: String, needed: Int64)
    /// So many files of that name are there already.
    case hasNoName(path: String)
}

extension ExportError {
    /// - Parameters:
    ///   - path: Of an original that cannot be opened beneath its folder.
    ///   - errno: Why.
    /// - Returns: The error for people.
    public static func source(path: String, _ errno: Errno) -> Self {
        .source(path: path, reason: errno.reasonOfUnreadable)
    }

    /// - Parameters:
    ///   - path: Of what cannot be written.
    ///   - errno: Why.
    /// - Returns: The error for people.
    static func target(path: String, _ errno: Errno) -> Self {
        let reason =
            switch errno {
            case .readOnlyFileSystem:
                "its disk is read only, at least for pipd. Export to another, or let pipd write "
                    + "there, which a service may with `ReadWritePaths=`"
            case .permissionDenied, .notPermitted:
                "permission denied. Let pipd's user write there, which a service may with "
                    + "`ReadWritePaths=`"
            case .invalidArgument:
                "the file system of that disk takes no such name. Export to another one, or give "
                    + "the original another name"
            case .fileTooLarge:
                "the file is too large for the file system of that disk. Export to another one"
            case .crossesDevices, .tooManySymbolicLinks:
                "the directory leads elsewhere now, over a symbolic link. Name the one that is "
                    + "meant itself"
            case .inputOutput: "its disk fails. Export to another one"
            default: "\(errno). Export to another directory"
            }
        return .target(path: path, reason: reason)
    }
}

extension ExportError: CustomStringConvertible {
    /// What failed, on what, why, and what would work.
    public var description: String {
        switch self {
        case .cancelled: "It was cancelled."
        case .source(let path, let reason): "'\(path)' cannot be read: \(reason)."
        case .hasChanged(let path): "'\(path)' was changed while it was read; export it again."
        case .isUnsupported(let path, let reason):
            "'\(path)' cannot be trimmed: \(reason). A copy of it can be made."
        case .isOutside(let path, let reason): "'\(path)' cannot be trimmed so: \(reason)."
        case .directory(let path, let errno): "'\(path)' \(Self.explain(errno))."
        case .nameTooLong(let path):
            "'\(path)' cannot be made: the name is too long for the file system of that disk. Export "
                + "to another one, or give the original a shorter name."
        case .target(let path, let reason): "'\(path)' cannot be written: \(reason)."
        case .isFull(let path, let needed):
            "'\(path)' has no room for \(needed) bytes, \(DiskRoom.reserve >> 20) MiB being left "
                + "free; remove something there."
        case .hasNoName(let path):
            "'\(path)' and \(ExportName.mostAttempts - 1) names like it are taken; remove some."
        }
    }

    private static func explain(_ errno: Errno) -> String {
        switch errno {
        case .noSuchFile: "is not there. Make the directory, or put its disk in"
        case .notADirectory: "is no directory, or is below a file. Name a directory"
        case .crossesDevices, .tooManySymbolicLinks:
            "leads elsewhere, over a symbolic link. Name the directory that is meant itself"
        case .nameTooLong: "has too long a name. Name a directory that is there"
        case .invalidArgument: "is no path of a directory. Name one that is there"
        case .inputOutput: "cannot be entered, as its disk fails. Export to another one"
        default: "cannot be entered: \(errno). Let pipd's user enter it"
        }
    }
}
