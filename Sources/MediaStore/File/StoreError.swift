internal import GRDB
public import Media

/// Why the store did not do what it was asked to.
///
/// Nothing of what was asked for is done then, and the store stays usable.
public enum StoreError: Error, Hashable, Sendable {
    case noFolder(path: String)
    /// A newer version made the file; which of its parts are not known here.
    case isNewer(path: String, unknown: [String])
    /// The file was damaged. It is set aside and the store is empty: what is configured has to be
    /// put again.
    case wasDamaged(Recovery)
    /// The same, but for the new store, which cannot be made now.
    indirect case isNotBegunAnew(Recovery, because: StoreError)
    /// Another call found the damage and makes the new file.
    case isRebuilding(path: String)
    /// No room on the disk, or the file is as long as it may be.
    case isFull(path: String)
    case isReadOnly(path: String)
    /// Another program holds the file, for longer than is waited.
    case isBusy(path: String)
    /// Anything else that SQLite or the system says.
    case failed(path: String, reason: String)
    case hasNoFeed(FeedID)
    /// It is not in the file, or not any more.
    case hasNoRoot(path: String)
    case hasTooManyFeeds(most: Int)
    /// The text is no `next` of a page of this list.
    case isNoCursor(String)
    case hasTooLongOrder(bytes: Int)
    /// Nothing of the library has the name.
    case hasNoAsset(String)
    case cannotBeShown(AssetID, path: String, reason: String)
    /// A range is to begin or end with what its query does not find.
    case isNotInRange(AssetID)
    case hasNoAlbum(String)
    /// What is in it is found by a query, and nobody has put it together.
    case isNoOwnAlbum(String)
    /// It is to be moved in a selection in which it is not.
    case isNotSelected(AssetID)
    case hasNoSelection(String)
    case hasTooManyAlbums(most: Int)
    case hasTooManySelected(most: Int)
    case hasNothingToExport(SelectionID)
    case hasTooManyToExport(most: Int)
    /// An album's query names another album that somebody put together.
    case isAlbumOfAlbum(AlbumID)
}

extension StoreError: CustomStringConvertible {
    public var description: String { message.description }

    /// What failed, on what, why, and what would work.
    public var message: MessageText {
        switch self {
        case .hasNoFeed(let id): "There is no feed '\(id.name)'."
        case .hasNoRoot(let path): "There is no root '\(path)'. Configure it again."
        case .hasTooManyFeeds(let most): "There are \(most) feeds. Remove one to add another."
        case .isNoCursor(let text):
            "'\(text)' is no place in this list. Use `next_cursor` of the page before, or none."
        case .hasTooLongOrder(let bytes):
            "The order of the playlist has \(bytes) bytes; \(StoreLimits.orderBytes) are kept."
        default: libraryFault ?? fault
        }
    }

    private var libraryFault: MessageText? {
        switch self {
        case .hasNoAsset(let name):
            "There is no picture or video '\(name)'."
        case .cannotBeShown(let id, let path, let reason):
            "'\(id.description)', \(path), cannot be shown: \(reason)"
        case .isNotInRange(let id):
            "'\(id.description)' is not among what is asked for, so that no range of it begins or ends there."
        case .isNotSelected(let id):
            "'\(id.description)' is not in the selection, so that it cannot be moved in it. Add it first."
        case .hasNoAlbum(let name): "'\(name)' is no album; GET /v1/library/albums lists them."
        case .isNoOwnAlbum(let name):
            "Nobody has put the album '\(name)' together; select by a query with that `album`."
        case .hasNoSelection(let name):
            "There is no selection '\(name)', or newer ones took its place. Make it again."
        case .hasTooManyAlbums(let most): "There are \(most) albums. Remove one to add another."
        case .hasTooManySelected(let most):
            "More than \(most) would be in the list, or taken out of the query. Select fewer, or by "
                + "a query that finds fewer."
        case .hasNothingToExport(let id):
            "Nothing is in the selection '\(id)'; select something."
        case .hasTooManyToExport(let most):
            "More than \(most) are selected, which is the most of one export. Select fewer, and "
                + "export the others after them."
        case .isAlbumOfAlbum(let id):
            "An album's query cannot name the album '\(id.name)'. Copy that one instead."
        default: nil
        }
    }

    private var fault: MessageText { remedy.map { "\(reason). \($0)" } ?? "\(reason)." }

    /// What keeps the file from being used, on what and why, without a full stop; of anything else
    /// no more than that something does.
    public var reason: MessageText {
        switch self {
        case .noFolder(let path): "'\(path)' cannot be made: its folder is not there"
        case .isNewer(let path, let unknown):
            """
            '\(path)' was made by a newer pipd (it has \(unknown.joined(separator: ", "))) and was \
            left as it is
            """
        case .wasDamaged(let recovery): "\(setAside(recovery)), and a new one was begun"
        case .isNotBegunAnew(let recovery, let cause):
            "\(setAside(recovery)), and no new one can be begun: \(cause.reason)"
        case .isRebuilding(let path): "'\(path)' was damaged and is being made anew"
        case .isFull(let path): "Nothing was written to '\(path)': there is no room"
        case .isReadOnly(let path):
            "'\(path)' cannot be written: it, its folder or its disk is read-only"
        case .isBusy(let path): "'\(path)' is in use by another program"
        case .failed(let path, let reason): "'\(path)' was not used: \(message: reason)"
        default: "The store failed"
        }
    }

    private func setAside(_ recovery: Recovery) -> MessageText {
        """
        '\(recovery.path)' was damaged (\(message: recovery.reason)). It is now \
        '\(recovery.setAside)'
        """
    }

    /// What would work where something keeps the file from being used, in sentences; nil where
    /// that is not known, and of anything else.
    public var remedy: MessageText? {
        switch self {
        case .noFolder: "Make it."
        case .isNewer: "Run that version, or move the file away."
        case .isNotBegunAnew(_, let cause): cause.remedy
        case .isRebuilding: "Try again."
        case .isFull: "Free some on its disk."
        case .isReadOnly: "Change that."
        case .isBusy: "End that one."
        default: nil
        }
    }
}

/// What a failure of SQLite means for the file.
enum StoreFault {
    /// The file is not what was written to it.
    case damage(reason: String)
    /// It may be, or the statement is wrong: a look through the file tells.
    case suspicion(reason: String)
    case error(StoreError)

    init(_ error: any Error, path: String) {
        guard let error = error as? DatabaseError else {
            self = .damage(reason: "\(error)")
            return
        }
        let reason = error.message ?? "SQLite's error \(error.extendedResultCode.rawValue)"
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT: self = .damage(reason: reason)
        case .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_SCHEMA,
            .SQLITE_INTERNAL:
            self = .suspicion(reason: reason)
        case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHORT_READ:
            self = .damage(reason: reason)
        case .SQLITE_FULL: self = .error(.isFull(path: path))
        case .SQLITE_READONLY, .SQLITE_PERM: self = .error(.isReadOnly(path: path))
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .error(.isBusy(path: path))
        default: self = .error(.failed(path: path, reason: reason))
        }
    }
}
