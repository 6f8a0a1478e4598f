internal import Foundation
internal import Media
internal import Platform
internal import Testing

@Suite struct StateFileTests {
    private let folder = TemporaryFolder()
    private var file: StateFile {
        StateFile(folder: folder.path + "/state/below", name: "a.json", mostBytes: 4)
    }

    @Test func whatIsWrittenIsReadAndIsItsOwnersAlone() throws {
        #expect(try file.read() == nil && file.stamp == nil)
        try file.write([1, 2, 3, 4])
        let first = try #require(file.stamp)
        try file.write([5])
        #expect(try file.read() == [5])
        #expect(try #require(file.stamp) != first)
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func whatIsTooLongIsNeitherWrittenNorRead() throws {
        try file.write([1])
        let error = #expect(throws: SystemCallError.self) { try file.write([1, 2, 3, 4, 5]) }
        #expect(error?.errno == .fileTooLarge)
        #expect(try file.read() == [1])
        try Data(count: 5).write(to: URL(filePath: file.path))
        #expect(throws: StateFile.Failure.damaged("it is longer than 4 bytes")) {
            try file.read()
        }
    }

    @Test func whatIsNoFileIsUnreadable() throws {
        try FileManager.default.createDirectory(
            atPath: file.path,
            withIntermediateDirectories: true
        )
        let failure = #expect(throws: StateFile.Failure.self) { try file.read() }
        guard case .unreadable = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(throws: SystemCallError.self) { try file.write([1]) }
    }

    @Test func whatWasSetAsideStays() throws {
        for (byte, name) in zip(UInt8(1)..., ["damaged", "damaged-1", "damaged-2", "damaged-2"]) {
            try file.write([byte])
            #expect(try file.setAside() == "\(file.path).\(name)")
            #expect(try file.read() == nil)
        }
        for (name, byte) in [("damaged", UInt8(1)), ("damaged-1", 2), ("damaged-2", 4)] {
            let path = URL(filePath: "\(file.path).\(name)")
            #expect(try Data(contentsOf: path) == Data([byte]))
        }
        #expect(throws: SystemCallError.self) { try file.setAside() }
    }

    @Test func oneAtATimeChangesIt() throws {
        let lock = try #require(try file.lock())
        #expect(try file.lock() == nil)
        lock.remove()
        #expect(try file.lock() != nil)
    }

    #if DEBUG
    @Test func whereWritingFailsItIsAsItWas() throws {
        try file.write([1])
        for call: StaticString in ["fchmod", "write", "fsync", "rename"] {
            #expect(throws: SystemCallError.self, "\(call)") {
                try SystemCallFaults.withFault(call, .noSpace) { try file.write([2]) }
            }
            #expect(try file.read() == [1])
            let names = try FileManager.default.contentsOfDirectory(atPath: file.folder)
            #expect(names == ["a.json"])
        }
    }

    /// The name may be lost with the power; where there is none to keep, it is not.
    @Test func aDirectoryThatCannotBeBroughtToTheDiskIsTold() throws {
        #expect(throws: SystemCallError.self) {
            try SystemCallFaults.withFault("fsync directory", .inputOutput) { try file.write([1]) }
        }
        try SystemCallFaults.withFault("fsync directory", .invalidArgument) { try file.write([2]) }
        #expect(try file.read() == [2])
    }
    #endif
}
