internal import Foundation
internal import Media
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
