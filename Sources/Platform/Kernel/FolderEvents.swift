internal import Glibc

/// What happens in folders, as the kernel tells it: inotify(7).
///
/// The kernel keeps `fs.inotify.max_queued_events` of them, and then says that some were lost. It
/// knows nothing of what other machines do to a folder on a network.
///
/// Thread: safe; events are for one thread at a time.
public final class FolderEvents: Sendable {
    /// The number of a folder that is watched; not given to another one for a long time.
    public typealias Watch = CInt

    public enum Change: Hashable, Sendable {
        /// A file may not be whole yet.
        case created
        /// A file was written and closed, or something was moved here.
        case settled
        /// It was removed, or moved away.
        case gone
    }

    public enum Event: Hashable, Sendable {
        /// Of something in a folder; without a name, of the folder itself. In a name that is no
        /// UTF-8, what is none is replaced by U+FFFD.
        case change(Change, in: Watch, name: String?, isFolder: Bool)
        /// A folder is watched no more.
        case ended(Watch)
        /// Anything may have happened, anywhere.
        case lost
    }

    /// Readable when something has happened.
    public var rawValue: CInt { descriptor.rawValue }

    private let descriptor: OwnedDescriptor
    /// Of one read.
    private static let mostBytes = 64 << 10

    /// How many folders the system lets a user watch; nil where that is not told.
    public static var systemLimit: Int? {
        guard let text = try? KernelText.read("/proc/sys/fs/inotify/max_user_watches") else {
            return nil
        }
        return Int(text.prefix { $0.isNumber })
    }

    /// - Throws: `inotify_init1` where the system watches for too many others.
    public init() throws(SystemCallError) {
        let flags = CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC)
        descriptor = OwnedDescriptor(
            taking: try systemCall("inotify_init1") { inotify_init1(flags) }
        )
    }

    /// Watches a folder; one that is watched has the same number again.
    ///
    /// - Parameters:
    ///   - path: Of the folder.
    ///   - isLink: Whether it may be a symbolic link.
    /// - Returns: What events call it.
    /// - Throws: `inotify_add_watch`: `.noSpace` where the system watches enough for this user.
    public func watch(
        _ path: String,
        orItsTarget isLink: Bool = false
    ) throws(SystemCallError) -> Watch {
        let changes =
            IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF
            | IN_MOVE_SELF
        let mask = UInt32(changes) | UInt32(IN_ONLYDIR) | (isLink ? 0 : UInt32(IN_DONT_FOLLOW))
        return try systemCall("inotify_add_watch") {
            inotify_add_watch(descriptor.rawValue, path, mask)
        }
    }

    /// Watches a folder no more.
    public func forget(_ watch: Watch) { _ = inotify_rm_watch(descriptor.rawValue, watch) }

    /// Takes what has happened, a part of it where there is more than one read holds.
    ///
    /// - Returns: In the order in which it did; nothing where nothing has.
    public func take() -> [Event] {
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.mostBytes) { buffer, count in
            count = max(0, read(descriptor.rawValue, buffer.baseAddress, buffer.count))
        }
        var events: [Event] = []
        var rest = bytes[...]
        let head = MemoryLayout<inotify_event>.size
        while rest.count >= head {
            let event = rest.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
            rest = rest.dropFirst(head)
            // Padded with zeros.
            let name = rest.prefix(Int(event.len)).prefix { $0 != 0 }
            rest = rest.dropFirst(Int(event.len))
            events += Event(event, name: name).map { [$0] } ?? []
        }
        return events
    }
}

extension FolderEvents.Event {
    /// Nil for what nobody asked for.
    fileprivate init?(_ event: inotify_event, name: ArraySlice<UInt8>) {
        func has(_ kinds: CInt...) -> Bool { kinds.contains { event.mask & UInt32($0) != 0 } }
        if has(IN_Q_OVERFLOW) {
            self = .lost
        } else if has(IN_IGNORED) {
            self = .ended(event.wd)
        } else {
            let change: FolderEvents.Change
            if has(IN_DELETE, IN_MOVED_FROM, IN_DELETE_SELF, IN_MOVE_SELF, IN_UNMOUNT) {
                change = .gone
            } else if has(IN_CLOSE_WRITE, IN_MOVED_TO) {
                change = .settled
            } else if has(IN_CREATE) {
                change = .created
            } else {
                return nil
            }
            let text = String(decoding: name, as: UTF8.self)
            self = .change(
                change,
                in: event.wd,
                name: text.isEmpty ? nil : text,
                isFolder: has(IN_ISDIR)
            )
        }
    }
}
