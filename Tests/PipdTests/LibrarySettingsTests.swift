import MediaLink
import Testing

@testable import pipd

/// The media library in a file.
@Suite struct LibrarySettingsTests {
    @Test func aFileNamesTheFolders() throws {
        let file = try ConfigurationFile.parse(
            "library: { roots: [/srv/a/, /srv/b], poll: 60, exclude: ['*.tmp'] }",
            name: "x"
        )
        #expect(file.mediaLibrary.roots == ["/srv/a", "/srv/b"])
        #expect(file.mediaLibrary.poll == 60 && file.mediaLibrary.exclude == ["*.tmp"])
    }

    @Test func whatIsNotSaidIsUsual() throws {
        let file = try ConfigurationFile.parse("library: { roots: /srv/a }", name: "x")
        #expect(file.mediaLibrary.roots == ["/srv/a"] && file.mediaLibrary.poll == 600)
        #expect(file.mediaLibrary.exclude == ["@eaDir", ".*"])
        #expect(try ConfigurationFile.parse("main: demo", name: "x").mediaLibrary == .init())
    }

    @Test(
        arguments: [
            ("{}", "x:1: library has no roots"), ("{ roots: [] }", "has no roots"),
            ("{ roots: [srv] }", "accepted: absolute paths"), ("{ roots: [/] }", "other than /"),
            ("{ roots: [/srv/../a] }", "has \"/srv/../a\""),
            ("{ roots: [/srv, /srv/a] }", "one is in the other"),
            ("{ roots: [/srv/a, /srv/a/] }", "one is in the other"),
            ("{ roots: [/srv], poll: 1 }", "a whole number from 10 to 604800"),
            ("{ roots: [/srv], exclude: [''] }", "up to 64 patterns"),
            ("{ roots: [/srv], watch: auto }", "unknown key \"watch\""),
        ])
    func whatIsNoneIsRefused(text: String, says: String) throws {
        let error = #expect(throws: ConfigurationError.self) {
            try ConfigurationFile.parse("library: \(text)", name: "x")
        }
        #expect(error.map { "\($0)".contains(says) } == true, "\(error.map { "\($0)" } ?? "")")
    }

    @Test func foldersWithTheSameBeginningAreBesideEachOther() throws {
        let file = try ConfigurationFile.parse("library: { roots: [/srv/a, /srv/ab] }", name: "x")
        #expect(file.mediaLibrary.roots.count == 2)
    }
}
