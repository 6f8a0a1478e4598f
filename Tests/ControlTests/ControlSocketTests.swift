internal import Foundation
internal import Media
internal import Synchronization
internal import Testing

@testable internal import Control

@Suite struct ControlSocketTests {
    private let folder = Folder()

    @Test func aMissingFolderIsMade() throws {
        let path = folder.path + "/run/pipd.sock"
        _ = try ControlSocket.prepare(path)
        #expect(FileManager.default.fileExists(atPath: folder.path + "/run"))
    }

    @Test func aFolderOfAMissingFolderIsNot() {
        let error = #expect(throws: ControlSocketError.self) {
            try ControlSocket.prepare(folder.path + "/no/such/pipd.sock")
        }
        #expect(error?.reason.description.contains("does not exist and cannot be made") == true)
    }

    @Test func theLongestPathIs107Bytes() throws {
        let room = 107 - folder.path.utf8.count - 1
        let longest = folder.path + "/" + String(repeating: "s", count: room)
        #expect(try ControlSocket.prepare(longest).path == longest)
        let error = #expect(throws: ControlSocketError.self) {
            try ControlSocket.prepare(longest + "s")
        }
        #expect(error?.reason.description.contains("108 bytes") == true)
    }

    @Test func anythingButASocketIsLeftAlone() throws {
        let path = folder.path + "/pipd.sock"
        try Data("mine".utf8).write(to: URL(filePath: path))
        let error = #expect(throws: ControlSocketError.self) { try ControlSocket.prepare(path) }
        #expect(error?.reason.description.contains("not a socket") == true)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    }

    /// Each of two that are started in the same instant looks whether the socket is stale.
    @Test(arguments: [false, true])
    func ofTwoAtOnceOneIsGivenThePlace(isStaleThere: Bool) throws {
        for round in 0..<20 {
            let path = folder.path + "/\(round).sock"
            if isStaleThere { try RawListener(path).close() }
            let winners = Mutex<[ControlSocket]>([])
            let reasons = Mutex<[String]>([])
            DispatchQueue.concurrentPerform(iterations: 2) { _ in
                do throws(ControlSocketError) {
                    let socket = try ControlSocket.prepare(path)
                    winners.withLock { $0.append(socket) }
                } catch {
                    reasons.withLock { $0.append("\(error)") }
                }
            }
            #expect(winners.withLock { $0.count } == 1)
            #expect(reasons.withLock { $0.count { $0.contains("another process listens") } } == 1)
        }
    }

    @Test func theSocketOfAnotherIsNotRemoved() throws {
        let path = folder.path + "/pipd.sock"
        let socket = try ControlSocket.prepare(path)
        let bound = try RawListener(socket.temporaryPath)
        try socket.publish()
        bound.close()
        #expect(FileManager.default.fileExists(atPath: path + ".lock"))
        try FileManager.default.removeItem(atPath: path)
        let other = try RawListener(path)
        socket.remove()
        #expect(FileManager.default.fileExists(atPath: path))
        #expect(!FileManager.default.fileExists(atPath: path + ".lock"))
        other.close()
    }

    @Test func aLiveSocketIsRefusedAndAStaleOneIsNot() throws {
        let path = folder.path + "/pipd.sock"
        do {
            let listener = try RawListener(path)
            let error = #expect(throws: ControlSocketError.self) {
                try ControlSocket.prepare(path)
            }
            #expect(error?.reason.description.contains("another process listens") == true)
            listener.close()
        }
        _ = try ControlSocket.prepare(path)
        // Preparing alone changes nothing: the server replaces the file.
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test(.enabled(if: geteuid() != 0, "the superuser may write anywhere"))
    func aFolderThatIsNotWritableIsRefused() throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.path)
        #expect(throws: ControlSocketError.self) {
            try ControlSocket.prepare(folder.path + "/pipd.sock")
        }
    }
}

/// A folder that goes away with the test.
final class Folder {
    let path: String

    init() {
        path = "/tmp/pipd-test-\(UUID().uuidString.prefix(13))"
        try? FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: false
        )
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
