import Exporting
import Foundation
import Platform
import Testing

/// Real files, copied.
@Suite struct FileCopyTests {
    private let folder: ExportFolder

    init() throws {
        folder = try ExportFolder()
    }

    /// Longer than a piece, and no multiple of one.
    private static let content: Data = {
        var content = Data((0..<251).map { UInt8($0) })
        while content.count < 20_000_001 { content += content }
        return content.prefix(20_000_001)
    }()

    @Test(
        arguments: [
            nil, Errno.crossesDevices, .notPermitted, .notImplemented, .invalidArgument,
            .inputOutput,
        ]
    )
    func aCopyIsAsItsOriginal(fault: Errno?) throws {
        try write("a.bin", Self.content)
        var modified = [timespec(tv_sec: 1_000_000_000, tv_nsec: 123_456_789)]
        modified.append(modified[0])
        try #require(utimensat(AT_FDCWD, folder.path + "/in/a.bin", modified, 0) == 0)
        let progress = ExportProgress()
        let path: String
        if let fault {
            path = try SystemCallFaults.withFault("copy_file_range", fault) {
                try copy("a.bin", progress)
            }
        } else {
            path = try copy("a.bin", progress)
        }
        #expect(path == folder.path + "/out/a.bin" && folder.bytes("out/a.bin") == Self.content)
        #expect(folder.exported == ["a.bin"] && progress.bytes == 20_000_001)
        let made = try ConfinedDirectory(folder.path + "/out").file("a.bin")
        #expect(made.modified == 1_000_000_000_123_456_789)
        #expect(folder.bytes("in/a.bin") == Self.content)
    }

    @Test func nothingIsEverReplaced() throws {
        try write("a.tar.gz", Data([1]))
        for expected in ["a.tar.gz", "a.tar-1.gz", "a.tar-2.gz"] {
            #expect(try copy("a.tar.gz") == "\(folder.path)/out/\(expected)")
        }
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/out/a.tar-3.gz",
            withDestinationPath: "/nowhere"
        )
        #expect(try copy("a.tar.gz") == "\(folder.path)/out/a.tar-4.gz")
    }

    /// As many as an export may have.
    @Test func thousandsMayHaveOneName() throws {
        try write("a.jpg", Data())
        let file = try folder.original("a.jpg")
        let directory = try folder.directory()
        for index in 0..<2_000 {
            let path = try FileCopy.copy(file, at: "a.jpg", to: directory, ExportProgress())
            #expect(path.hasSuffix(index == 0 ? "/a.jpg" : "/a-\(index).jpg"))
        }
    }

    @Test func anEmptyFileIsCopied() throws {
        try write("a", Data())
        #expect(try copy("a") == folder.path + "/out/a")
    }

    @Test func whatIsCancelledLeavesNothing() throws {
        try write("a.bin", Self.content)
        let progress = ExportProgress()
        progress.cancel()
        #expect(throws: ExportError.cancelled) { try copy("a.bin", progress) }
        #expect(folder.exported.isEmpty)
    }

    /// Where the file has a name from the start.
    @Test func whatFailsInItsMiddleLeavesNothing() throws {
        try write("a.bin", Self.content)
        #expect(throws: ExportError.self) {
            try SystemCallFaults.withFault("open O_TMPFILE", .notSupported) {
                try SystemCallFaults.withFault("copy_file_range", .noSpace, after: 1) {
                    try copy("a.bin")
                }
            }
        }
        #expect(folder.exported.isEmpty)
    }

    /// The kernel, which copies, does not say which of the two disks has failed: writing does.
    @Test func aDiskThatCannotBeWrittenIsTold() throws {
        try write("a.bin", Self.content)
        let error = #expect(throws: ExportError.self) {
            try SystemCallFaults.withFault("copy_file_range", .inputOutput) {
                try SystemCallFaults.withFault("pwrite", .inputOutput) { try copy("a.bin") }
            }
        }
        #expect(error.map { "\($0)".contains("/out/a.bin' cannot be written") } == true)
        #expect(folder.exported.isEmpty)
    }

    /// What would work depends on why it does not.
    @Test(
        arguments: [
            (.readOnlyFileSystem, "read only"), (.permissionDenied, "`ReadWritePaths=`"),
            (.invalidArgument, "takes no such name"), (.fileTooLarge, "too large"),
            (.tooManySymbolicLinks, "over a symbolic link"), (.crossesDevices, "leads elsewhere"),
            (.busy, "Export to another directory"),
        ] as [(Errno, String)]
    )
    func whatCannotBeWrittenSaysWhatWouldDo(errno: Errno, says: String) throws {
        try write("a.bin", Data([1]))
        let error = #expect(throws: ExportError.self) {
            try SystemCallFaults.withFault("copy_file_range", .notSupported) {
                try SystemCallFaults.withFault("pwrite", errno) { try copy("a.bin") }
            }
        }
        let text = error.map { "\($0)" } ?? ""
        #expect(text.contains(says) && text.contains("cannot be written"), "\(text)")
    }

    @Test func aDiskThatIsFullSaysSo() throws {
        try write("a.bin", Self.content)
        for errno in [Errno.noSpace, .quotaExceeded] {
            let error = #expect(throws: ExportError.self) {
                try SystemCallFaults.withFault("copy_file_range", .notSupported) {
                    try SystemCallFaults.withFault("pwrite", errno, after: 2) { try copy("a.bin") }
                }
            }
            #expect(error.map { "\($0)".contains("has no room for") } == true)
        }
        #expect(folder.exported.isEmpty)
        #expect(throws: ExportError.isFull(path: folder.path + "/out", needed: .max)) {
            try folder.directory().check(for: .max)
        }
    }

    @Test func anOriginalThatChangesMeanwhileIsToldAndNotCopied() throws {
        try write("a.bin", Self.content)
        let source = try folder.original("a.bin")
        try write("a.bin", Self.content.prefix(9), in: "in")
        #expect(throws: ExportError.hasChanged(path: "/a.bin")) {
            try FileCopy.copy(source, at: "/a.bin", to: folder.directory(), ExportProgress())
        }
        #expect(folder.exported.isEmpty)
    }

    @Test func aLinkThatLeadsOutIsNotFollowed() throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/out/away",
            withDestinationPath: folder.path + "/in"
        )
        let error = #expect(throws: ExportError.self) { try folder.directory("away") }
        #expect(error.map { "\($0)".contains("leads elsewhere") } == true)
        #expect(throws: ExportError.self) { try folder.directory("../in") }
        #expect(throws: ExportError.self) { try folder.directory("missing") }
    }

    /// As file systems have it where a file cannot be without a name.
    @Test func whatAKilledProcessLeftIsRemoved() throws {
        for (name, age) in [
            (".pipd-0123456789abc", 700.0), (".pipd-0123456789new", 10), (".pipd-notes.txt", 700),
        ] {
            let path = "\(folder.path)/out/\(name)"
            try Data([1]).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes(
                [.modificationDate: Date.now.addingTimeInterval(-age)],
                ofItemAtPath: path
            )
        }
        try folder.directory().tidy()
        #expect(folder.exported == [".pipd-0123456789new", ".pipd-notes.txt"])
    }

    private func write(_ name: String, _ data: Data, in place: String = "in") throws {
        // Over it, not in its place.
        let path = "\(folder.path)/\(place)/\(name)"
        if FileManager.default.fileExists(atPath: path) {
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            try file.truncate(atOffset: 0)
            try file.write(contentsOf: data)
            try file.close()
        } else {
            try data.write(to: URL(fileURLWithPath: path))
        }
    }

    private func copy(
        _ name: String,
        _ progress: ExportProgress = ExportProgress()
    ) throws -> String {
        let source = try folder.original(name)
        return try FileCopy.copy(source, at: "/in/\(name)", to: folder.directory(), progress)
    }
}
