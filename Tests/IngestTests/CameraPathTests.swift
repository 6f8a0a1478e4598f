import Media
import TestSupport
import Testing

@testable import Addressing
@testable import Capture
@testable import Ingest
@testable import Streams

/// Paths that are no camera, on the real file system.
@Suite struct CameraPathTests {
    @Test(
        arguments: [
            ("v4l2:///dev/null", SourceError.Kind.notACamera, "is no camera"),
            ("v4l2:///etc/passwd", .notACamera, "without v4l2://"),
            ("v4l2:///dev", .notACamera, "is no device"),
            ("/dev/video4001", .notFound, "no such device"),
            ("/dev/v4l/by-id/none", .notFound, "no such device"),
            ("v4l2:///etc/passwd/video0", .notFound, "no such device"),
        ] as [(String, SourceError.Kind, String)]
    )
    func aPathThatIsNoCameraSaysWhatItIs(
        url: String,
        kind: SourceError.Kind,
        words: String
    ) throws {
        let player = try Player(url)
        #expect(player.waitFor { $0.state == .reconnecting })
        #expect(player.stream.status.failure == kind)
        #expect(player.stream.status.reason?.contains(words) == true)
    }

    /// What ends a back-off early: the node comes, may be opened, goes, is another.
    @Test func aChangeOfTheNodeIsNoticed() throws {
        let path = "\(Clips.directory)/node"
        let missing = DeviceNode(path: path)
        #expect(DeviceNode(path: "\(path)/below") == missing)
        _ = try Clips.write("node", [1])
        let made = DeviceNode(path: path)
        #expect(made != missing)
        #expect(DeviceNode(path: path) == made)
        _ = try Command.run("chmod", ["600", path])
        #expect(DeviceNode(path: path) != made)
        _ = try Command.run("rm", [path])
        #expect(DeviceNode(path: path) == missing)
    }

    @Test(
        arguments: [
            ("video0", 0), ("video12", 12), ("video", nil), ("video01", nil), ("video-1", nil),
            ("video4096", nil), ("vide0", nil), ("video0 ", nil),
        ] as [(String, Int?)]
    )
    func nodesAreKnownByTheirNames(name: String, number: Int?) {
        #expect(CameraNodes.number(of: name) == number)
    }
}
