internal import Foundation
internal import Glibc
internal import TestSupport
internal import Testing

/// What the Debian package's scripts do to the files of the machine that it leaves.
@Suite(.timeLimit(.minutes(30))) struct PackageTests {
    @Test func purgingKeepsEveryImage() throws {
        let root = try Scratch()
        try root.makeServiceFolders()
        let images = ["lib/pipd/pictures/20261121-door.jpg", "lib/pipd/view.png"]
        for name in images { try root.write("var/\(name)", "an image") }
        let result = try Self.purge(root)
        #expect(result.ending == .exit(0), "\(result.errors)")
        for name in images {
            #expect(Files.bytes(of: root.path("var/\(name)")) == Array("an image".utf8))
        }
        #expect(result.output.contains("/var/lib/pipd is kept"))
        #expect(Files.attributes(of: root.path("var/cache/pipd")) == nil)
        #expect(Files.attributes(of: root.path("run/pipd")) == nil)
    }

    @Test func purgingLeavesNothingEmptyBehind() throws {
        let root = try Scratch()
        try root.makeServiceFolders()
        let own = [
            "lib/pipd/media.sqlite-wal", "lib/pipd/media.lock", "lib/pipd/library.json",
            "lib/pipd/tokens.json", "lib/pipd/sessions.json", "lib/pipd/configuration.json",
            "cache/pipd/thumbnails/normal/a.png",
        ]
        for name in own { try root.write("var/\(name)", "the service's own") }
        let result = try Self.purge(root)
        #expect(result.ending == .exit(0), "\(result.errors)")
        #expect(result.output.isEmpty)
        for name in ["var/lib/pipd", "var/cache/pipd", "run/pipd"] {
            #expect(Files.attributes(of: root.path(name)) == nil, "\(name)")
        }
    }

    private static func purge(_ root: Scratch) throws -> Programs.Finished {
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../systemd/debian/postrm").path
        return try Programs.run(
            "sh",
            [script, "purge"],
            environment: ["DPKG_ROOT": root.folder],
            in: root
        )
    }
}

extension Scratch {
    /// What a service that ran leaves in a machine's root.
    fileprivate func makeServiceFolders() throws {
        for name in [
            "var/lib/pipd/pictures", "var/cache/pipd/thumbnails/normal", "run/pipd",
        ] {
            try FileManager.default.createDirectory(
                atPath: path(name),
                withIntermediateDirectories: true
            )
        }
        try write("run/pipd/pipd.sock", "")
    }
}
