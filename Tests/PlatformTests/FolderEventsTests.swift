import Foundation
import Media
import Platform
import Testing

/// What the kernel tells of real folders.
@Suite(.timeLimit(.minutes(30))) final class FolderEventsTests {
    private let folder: String
    private let events: FolderEvents

    init() throws {
        folder = FileManager.default.temporaryDirectory.path + "/pipd-events-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder + "/x",
            withIntermediateDirectories: true
        )
        events = try FolderEvents()
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    @Test func aFileIsSettledWhenItWasClosed() throws {
        let watch = try events.watch(folder)
        let file = open(folder + "/a.jpg", O_CREAT | O_WRONLY, 0o644)
        #expect(events.take() == [.change(.created, in: watch, name: "a.jpg", isFolder: false)])
        close(file)
        #expect(events.take() == [.change(.settled, in: watch, name: "a.jpg", isFolder: false)])
        #expect(rename(folder + "/a.jpg", folder + "/b.jpg") == 0)
        unlink(folder + "/b.jpg")
        let expected: [FolderEvents.Event] = [
            .change(.gone, in: watch, name: "a.jpg", isFolder: false),
            .change(.settled, in: watch, name: "b.jpg", isFolder: false),
            .change(.gone, in: watch, name: "b.jpg", isFolder: false),
        ]
        #expect(events.take() == expected)
        #expect(events.take().isEmpty)
    }

    @Test func foldersAreToldFromFiles() throws {
        let watch = try events.watch(folder)
        mkdir(folder + "/y", 0o755)
        rmdir(folder + "/x")
        let expected: [FolderEvents.Event] = [
            .change(.created, in: watch, name: "y", isFolder: true),
            .change(.gone, in: watch, name: "x", isFolder: true),
        ]
        #expect(events.take() == expected)
        // Of a name that is no UTF-8 that is told.
        let name = folder.utf8CString.dropLast() + [0x2F, CChar(bitPattern: 0xFF), 0]
        name.withUnsafeBufferPointer { _ = mkdir($0.baseAddress!, 0o755) }
        let other = FolderEvents.Event.change(.created, in: watch, name: "\u{FFFD}", isFolder: true)
        #expect(events.take() == [other])
    }

    @Test func aFolderThatGoesIsWatchedNoMore() throws {
        let watch = try events.watch(folder + "/x")
        #expect(try events.watch(folder + "/x") == watch)
        rmdir(folder + "/x")
        let expected: [FolderEvents.Event] = [
            .change(.gone, in: watch, name: nil, isFolder: false), .ended(watch),
        ]
        #expect(events.take() == expected)
        let error = #expect(throws: SystemCallError.self) {
            try self.events.watch(self.folder + "/x")
        }
        #expect(error?.errno == .noSuchFile)
    }

    @Test func aLinkAndAFileAreNotWatched() throws {
        symlink("x", folder + "/link")
        let watch = try events.watch(folder + "/link", orItsTarget: true)
        #expect(try events.watch(folder + "/x") == watch)
        close(open(folder + "/file", O_CREAT | O_WRONLY, 0o644))
        for name in ["link", "file"] {
            let error = #expect(throws: SystemCallError.self) {
                try self.events.watch("\(self.folder)/\(name)")
            }
            #expect(error?.errno == .notADirectory)
        }
    }

    /// More than the kernel keeps, or one read holds.
    @Test func whatIsLostIsTold() throws {
        let text = try String(
            contentsOfFile: "/proc/sys/fs/inotify/max_queued_events",
            encoding: .utf8
        )
        let most = try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        guard most <= 1 << 17 else { return }
        _ = try events.watch(folder)
        for number in 0...most / 2 {
            let path = "\(folder)/\(number)"
            close(open(path, O_CREAT | O_WRONLY, 0o644))
            unlink(path)
        }
        var all: [FolderEvents.Event] = []
        while case let some = events.take(), !some.isEmpty { all += some }
        // A process that another test starts may hold a file's descriptor for a while
        // and closes it when there is room again.
        #expect(all.firstIndex(of: .lost) == most)
        #expect(all[(most + 1)...].allSatisfy { $0 != .lost })
    }

    @Test func theSystemSaysHowManyItWatches() {
        #expect((FolderEvents.systemLimit ?? 0) > 0)
    }
}
