import Glibc
import Media
import Platform
import Stills
import Testing

@testable import Thumbnails

@Suite struct ThumbnailSourceTests {
    /// As GLib writes them.
    @Test(
        arguments: [
            ("/home/jens/photos/me.png", "file:///home/jens/photos/me.png"),
            ("/a b", "file:///a%20b"),
            ("/ü#?%;[]", "file:///%C3%BC%23%3F%25%3B%5B%5D"),
            ("/-_.!~*'()&=:@+$,", "file:///-_.!~*'()&=:@+$,"),
            ("/\u{7F}\u{1}", "file:///%7F%01"),
        ]
    )
    func aPathHasOneURI(path: String, uri: String) {
        #expect(FileURI.text(of: path) == uri)
    }

    @Test(arguments: ["", "a.png", "./a", "/a\0b"]) func othersHaveNone(path: String) {
        #expect(throws: ThumbnailError.isNoPath(path)) { try ThumbnailSource.file(path) }
    }

    /// The example of the standard.
    @Test func theNameIsTheMD5OfTheURI() throws {
        let source = try ThumbnailSource(uri: "file:///home/jens/photos/me.png", modified: 0)
        #expect(source.digest == "c6ee772d9e49320e97ec29a7eb5b1697")
    }

    @Test func aFileIsKnownByItsTimeAndSize() throws {
        let folder = try ScratchFolder()
        let path = try folder.write("a", [1, 2, 3])
        folder.setTime(of: "a", to: -7)
        let source = try ThumbnailSource.file(path)
        #expect(source.uri == "file://\(path)")
        #expect(source.modified == -7)
        #expect(source.bytes == 3)
        #expect(throws: ThumbnailError.isUnreadable(path: path + "b", .noSuchFile)) {
            try ThumbnailSource.file(path + "b")
        }
        try #require(mkfifo(path + "c", 0o600) == 0)
        #expect(throws: ThumbnailError.isUnreadable(path: path + "c", .invalidArgument)) {
            try ThumbnailSource.file(path + "c")
        }
    }

    @Test(arguments: [
        (1, "normal"), (128, "normal"), (129, "large"), (513, "xx-large"), (.max, "xx-large"),
    ])
    func aSizeIsTheSmallestThatIsLargeEnough(pixels: Int, folder: String) {
        #expect(ThumbnailSize(atLeast: pixels).rawValue == folder)
    }

    @Test func messagesSayWhatWhyAndWhatHelps() {
        let errors: [(ThumbnailError, String)] = [
            (
                .isNoPath("a"),
                "'a' is no path of a file: one begins with / and has no zero byte in it."
            ),
            (
                .isUnreadable(path: "/a", .permissionDenied),
                "'/a' cannot be read: permission denied; make it readable for the user that pipd "
                    + "runs as."
            ),
            (
                .hasNoPicture(path: "/a", .timedOut),
                "There is no thumbnail of '/a': the picture was not found in the time allowed; "
                    + "allow more."
            ),
            (
                .isBeingMade(uri: "file:///a"),
                "A thumbnail of 'file:///a' is being made. Ask again."
            ),
            (
                .cache(path: "/c", call: "open", .noSpace),
                "The thumbnails' '/c' cannot be used: open: No space left on device. "
                    + "Give it room and rights."
            ),
        ]
        for (error, text) in errors { #expect(error.description == text) }
    }
}
