import Foundation
import Media
import MediaLink
import MediaStore
import Platform
import Testing
import Thumbnails

@testable import pipd_media

/// That whoever ends by its own decision says why.
@Suite struct FarewellTests {
    /// One is too long, the other none.
    @Test(arguments: [[0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 2, 0x7B, 0x7D]] as [[UInt8]])
    func whatIsNoRequestIsToldAtTheEnd(message: [UInt8]) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("pipd-end-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (own, other) = try MediaSocket.connect { (other) throws(SystemCallError) in
            MediaSocket(taking: OwnedDescriptor(taking: try systemCall("dup") { dup(other) }))
        }
        let service = try Service(
            socket: other,
            store: try MediaStore(path: folder.path + "/media.sqlite") { 0 },
            cache: ThumbnailCache(root: folder.path, version: "1"),
            folder: folder.path,
            nice: 0
        )
        try own.send(message, until: MonotonicClock.now() + Nanoseconds.milliseconds(20_000))
        let failure = try #require(service.run())
        #expect(failure.reason.contains("another version"))
        var splitter = MessageSplitter()
        while (try? own.receive(into: &splitter)) != nil {}
        var last: MediaMessage?
        while let body = try splitter.next() {
            last = MessageFrame.decode(MediaMessage.self, from: body)
        }
        #expect(last == .farewell(failure))
    }

    @Test func whatIsInTheWayOfTheDatabaseIsTold() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("pipd-state-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: folder + "/media.lock",
            withIntermediateDirectories: true
        )
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let failure = #expect(throws: MediaFailure.self) { _ = try StateFolder(folder) }
        let text = failure?.description ?? ""
        #expect(text.hasPrefix("'\(folder)/media.lock' cannot be used: open: Is a directory."))
        #expect(text.contains("$STATE_DIRECTORY"))
    }
}
