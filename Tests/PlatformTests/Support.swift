import Foundation
import Glibc
import Media
import Platform
import Synchronization

/// A number that threads add to.
final class Tally: Sendable {
    private let count = Atomic<Int>(0)

    func add(_ amount: Int = 1) { count.add(amount, ordering: .relaxed) }

    var value: Int { count.load(ordering: .relaxed) }
}

/// Holds a thread until it is told not to.
final class Owner: Sendable {
    private let thread = Mutex<WorkerThread?>(nil)

    func take(_ thread: WorkerThread) { self.thread.withLock { $0 = thread } }

    func letGo() { thread.withLock { $0 = nil } }
}

/// A line of text that one thread leaves for another.
final class Note: Sendable {
    private let content = Mutex("")

    var text: String {
        get { content.withLock { $0 } }
        set { content.withLock { $0 = newValue } }
    }
}

func wait(for wakeUp: WakeUp) {
    var set = PollSet(capacity: 1)
    set.add(wakeUp.rawValue, tag: PollSet.Tag(rawValue: 0))
    _ = set.wait(until: nil)
}

/// What `body` says on a new thread.
func onThread(
    name: String,
    realtimePriority: Int? = nil,
    body: @escaping @Sendable () -> String
) throws -> String {
    let note = Note()
    try WorkerThread(name: name, realtimePriority: realtimePriority) { note.text = body() }.join()
    return note.text
}

/// The kernel's number of the calling thread: the end of the link /proc/thread-self.
func ownThreadID() -> String {
    var target = [CChar](repeating: 0, count: 64)
    let length = readlink("/proc/thread-self", &target, target.count)
    let bytes = target.prefix(max(0, length)).map(UInt8.init(bitPattern:))
    let text = String(decoding: bytes, as: UTF8.self)
    return text.split(separator: "/").last.map(String.init) ?? ""
}

func firstLine(of path: String) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(file, &bytes, bytes.count)
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    return text.split(separator: "\n").first.map(String.init) ?? ""
}

/// A folder that goes away with the test.
final class TemporaryFolder {
    let path = "/tmp/pipd-platform-\(UUID().uuidString.prefix(13))"

    init() {
        try? FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: false
        )
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
