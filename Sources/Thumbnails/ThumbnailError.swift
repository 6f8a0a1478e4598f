internal import Addressing
public import Imaging
public import Media
public import Platform
public import Stills

/// Why there is no thumbnail.
public enum ThumbnailError: Error, Hashable, Sendable {
    /// The path is not absolute, or no file can have it.
    case isNoPath(String)
    /// The file is not there, or may not be read.
    case isUnreadable(path: String, Errno)
    /// The file is a thumbnail, which has none: show the file.
    case isThumbnail(path: String)
    /// No picture of the file can be had, in the time that there is.
    case hasNoPicture(path: String, StillError)
    /// No image can be made of its picture.
    case hasNoImage(String, ImagingError)
    /// The system refuses the memory.
    case hasNoMemory(path: String)
    /// An earlier attempt failed, or the process ended in it, and the file is the same.
    case hasFailed(uri: String, isDamage: Bool = false)
    /// Another thread makes it now.
    case isBeingMade(uri: String)
    /// A file of the cache cannot be read or written.
    case cache(path: String, call: String, Errno)

    /// Whether it is the file's own fault, so that another attempt is of no use before that has
    /// changed: neither nobody's waiting, nor want of memory, nor a disk that does not answer.
    public var isLasting: Bool {
        switch self {
        case .hasNoPicture(_, let error): error.isLasting
        case .hasNoImage(_, .noPixels), .hasFailed: true
        case .hasNoImage, .isNoPath, .isUnreadable, .isThumbnail, .hasNoMemory, .isBeingMade,
            .cache:
            false
        }
    }

    /// Whether nothing of the file can be shown: it is not only its thumbnail that takes too long.
    public var isDamage: Bool {
        switch self {
        case .hasNoPicture(_, .source(let error)): error.kind.isPermanent
        case .hasFailed(_, let isDamage): isDamage
        default: false
        }
    }

    /// Whether the system had too little for it, most likely memory for a large picture.
    public var isShortage: Bool {
        guard case .hasNoPicture(_, .source(let error)) = self else { return false }
        return error.kind == .resources
    }

    /// Whether the cache has no room, and all else may be well.
    var isWantOfRoom: Bool {
        guard case .cache(_, _, let errno) = self else { return false }
        return [.noSpace, .quotaExceeded, .readOnlyFileSystem].contains(errno)
    }

    /// Why nothing can be kept in the cache, for people; nil where that is not so.
    public var cacheFault: MessageText? {
        // A directory in a file's place is in the way of that file alone.
        guard case .cache(let path, let call, let errno) = self, call != "rmdir" else { return nil }
        let folder = path.lastIndex(of: "/").map { path[..<$0] } ?? path[...]
        return
            "No thumbnail can be kept in '\(folder)': \(call): \(errno). Give it room and rights."
    }
}

extension ThumbnailError: CustomStringConvertible {
    public var description: String { message.description }

    /// What failed, on what, why, and what would work.
    public var message: MessageText {
        switch self {
        case .isNoPath(let path):
            "'\(path)' is no path of a file: one begins with / and has no zero byte in it."
        case .isUnreadable(let path, let errno):
            "'\(path)' cannot be read: \(errno.reasonOfUnreadable)."
        case .isThumbnail(let path): "'\(path)' is a thumbnail itself. Show the file."
        case .hasNoPicture(let path, let error):
            "There is no thumbnail of '\(path)': \(message: error.message)."
        case .hasNoImage(let name, let error):
            "No thumbnail of '\(name)' can be made: \(message: error.description)."
        case .hasNoMemory(let path):
            "The system refuses the memory for a thumbnail of '\(path)'. Try again, or raise the limit."
        case .hasFailed(let uri, isDamage: true):
            """
            A thumbnail of '\(uri)' failed before: nothing in the file can be shown. It is tried \
            again when the file has changed, or its time: touch it.
            """
        case .hasFailed(let uri, isDamage: false):
            """
            A thumbnail of '\(uri)' failed before, or the process ended while it was made. It is \
            tried again when the file has changed, or its time: touch it.
            """
        case .isBeingMade(let uri): "A thumbnail of '\(uri)' is being made. Ask again."
        case .cache(let path, let call, let errno) where call == "rmdir":
            "A thumbnail cannot be put at '\(path)': a directory is there (\(errno)). Move it away."
        case .cache(let path, let call, let errno):
            "The thumbnails' '\(path)' cannot be used: \(call): \(errno). Give it room and rights."
        }
    }
}

extension ThumbnailError {
    /// - Throws: What `body` throws, as `hasNoImage`.
    static func imaging<Result>(
        _ name: String,
        _ body: () throws(ImagingError) -> Result
    ) throws(Self) -> Result {
        do throws(ImagingError) { return try body() } catch { throw .hasNoImage(name, error) }
    }

    /// - Throws: What `body` throws, as `cache`.
    static func cache<Result>(
        _ path: String,
        _ body: () throws(SystemCallError) -> Result
    ) throws(Self) -> Result {
        do throws(SystemCallError) {
            return try body()
        } catch {
            throw .cache(path: path, call: "\(error.call)", error.errno)
        }
    }
}
