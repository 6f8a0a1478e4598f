import Foundation
import MediaFiles
import MediaStore
import Platform
import TestSupport
import Testing

@testable import pipd_media

/// Real files, looked into.
@Suite final class ProbeJobTests {
    private let folder: URL
    private let store: MediaStore

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("pipd-probe-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("root"),
            withIntermediateDirectories: true
        )
        store = try MediaStore(path: folder.path + "/media.sqlite") { 0 }
        try store.roots.configure([folder.path + "/root"])
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private static let video = "-f lavfi -i testsrc2=s=64x36:r=25:d=1.6 -pix_fmt yuv420p"
    private static let photo = "-f lavfi -i testsrc2=s=64x36 -frames:v 1"

    @Test(arguments: ["a.mp4", "a.mkv", "a.mov", "a.ts", "a.webm", "a.avi"])
    func aVideoTellsHowLongItIs(name: String) throws {
        try make(name, Self.video)
        let asset = try probe()
        #expect(asset.state == .probed, "\(asset.error ?? "")")
        #expect((asset.width, asset.height) == (64, 36) && asset.codec?.isEmpty == false)
        #expect(asset.milliseconds == 1_600, "of \(asset.codec ?? "")")
        #expect(asset.taken.source == .mtime)
    }

    @Test func aMovieTellsWhenItWasTaken() throws {
        try make("a.mov", "\(Self.video) -metadata creation_time=2024-01-31T23:59:58Z")
        #expect(try probe().taken == TakenTime(at: 1_706_745_598_000_000, source: .movie))
        let own = "-metadata com.apple.quicktime.creationdate=2024-01-31T23:59:58+0100"
        try make(
            "a.mov",
            "\(Self.video) -metadata creation_time=2023-01-01T00:00:00Z"
                + " -movflags use_metadata_tags \(own)"
        )
        #expect(try probe().taken == TakenTime(at: 1_706_741_998_000_000, source: .quicktime))
    }

    @Test func aLivePhotoIsOneItem() throws {
        let identifier = "4F5B7C80-1D2E-4A5B-9C3D-0123456789AB"
        try make(
            "b.mov",
            "\(Self.video) -movflags use_metadata_tags "
                + "-metadata com.apple.quicktime.content.identifier=\(identifier)"
        )
        #expect(try probe().liveOf == nil)
        try make("a.jpg", Self.photo)
        let url = folder.appendingPathComponent("root/a.jpg")
        let values = ExifFile.Values(contentIdentifier: identifier)
        let jpeg = ExifFile.insert(values, into: [UInt8](try Data(contentsOf: url)))
        try Data(jpeg).write(to: url)
        let photo = try probe()
        let movie = try #require(try photo.live?.asset.flatMap { try store.assets.find($0) })
        #expect(photo.live?.isGuessed == false && movie.name == "b.mov")
        #expect(try store.assets.page(AssetQuery(), at: 0).elements.map(\.name) == ["a.jpg"])
    }

    @Test func aMotionPhotoTellsWhereItsMovieIs() throws {
        try make("a.jpg", Self.photo)
        try make("b.mp4", Self.video)
        let urls = ["a.jpg", "b.mp4"].map { folder.appendingPathComponent("root/\($0)") }
        let jpeg = try Data(contentsOf: urls[0])
        try (jpeg + Data(contentsOf: urls[1])).write(to: urls[0])
        try FileManager.default.removeItem(at: urls[1])
        try scan()
        // A search that is given up has found nothing out.
        let asset = try #require(try store.probes.next(after: nil))
        #expect(ProbeJob(asset: asset).take { true } == .later)
        let photo = try probe()
        #expect((photo.width, photo.height) == (64, 36) && photo.kind == .photo)
        #expect(photo.live == LiveMovie(isGuessed: false, offset: Int64(jpeg.count)))
    }

    @Test func whatIsNotSetIsNoTime() {
        for unset in ["1904-01-01T00:00:00.000000Z", "1970-01-01T00:00:00.000000Z", "", "x"] {
            for isLocal in [false, true] {
                #expect(MovieDate.taken(["creation_time": unset], isHeaderLocal: isLocal) == nil)
            }
        }
    }

    @Test(arguments: ["a.png", "a.webp", "a.gif", "a.bmp", "a.tiff", "a.jpg"])
    func aPhotoTellsHowLargeItIs(name: String) throws {
        try make(name, Self.photo)
        let asset = try probe()
        #expect(asset.state == .probed, "\(asset.error ?? "")")
        #expect((asset.width, asset.height) == (64, 36) && asset.milliseconds == nil)
    }

    /// Exif 2.32, 4.6.4: from the fifth on, what is left and right is above and below.
    @Test(arguments: UInt16(1)...8)
    func aPhotoIsUpright(orientation: UInt16) throws {
        try make("a.jpg", Self.photo)
        let url = folder.appendingPathComponent("root/a.jpg")
        let values = ExifFile.Values(orientation: orientation, taken: "2024:01:31 12:00:00")
        let jpeg = ExifFile.insert(values, into: [UInt8](try Data(contentsOf: url)))
        try Data(jpeg).write(to: url)
        let asset = try probe()
        #expect((asset.width, asset.height) == (orientation > 4 ? (36, 64) : (64, 36)))
        #expect(asset.taken.source == .exif)
        #expect(asset.taken.at == MediaDate("2024:01:31 12:00:00")?.microseconds)
    }

    @Test(arguments: [
        ("a.mp4", "not a movie, whatever its name says"), ("a.jpg", ""), ("a.png", "\u{89}PNG"),
        ("a.jpg", "http://127.0.0.1/\n"), ("a.mkv", "#EXTM3U\n/etc/passwd\n"),
        ("a.ts", "#EXTM3U\n#EXT-X-TARGETDURATION:10\n"),
        ("a.mp4", "ffconcat version 1.0\nfile /etc/passwd\n"),
    ])
    func whatCannotBeShownIsAFailure(name: String, text: String) throws {
        let url = folder.appendingPathComponent("root/\(name)")
        try Data(text.utf8).write(to: url)
        let asset = try probe()
        #expect(asset.state == .failed && asset.error?.isEmpty == false, "\(asset)")
    }

    /// What is no picture is not told to be no video.
    @Test(arguments: [
        ("a.jpg", "a text", "no picture"), ("a.png", "", "is empty"),
        ("a.webp", "\u{1}\u{2}\u{3}\u{4}", "not a picture"),
        ("a.jpg", "\u{0}\u{0}\u{0}\u{18}ftypavif", "picture"),
    ])
    func ofAPictureItIsSaidThatItIsNone(name: String, text: String, says: String) throws {
        try Data(text.utf8).write(to: folder.appendingPathComponent("root/\(name)"))
        let error = try #require(try probe().error)
        #expect(error.contains(says) && !error.contains("video"), "\(error)")
    }

    @Test func ofSoundByThePictureNameItIsSaidThatItIsNoPicture() throws {
        try make("a.m4a", "-f lavfi -i sine=d=1")
        let sound = folder.appendingPathComponent("root/a.m4a")
        let picture = folder.appendingPathComponent("root/a.jpg")
        try FileManager.default.moveItem(at: sound, to: picture)
        let error = try #require(try probe().error)
        #expect(error.contains("has no picture in it"), "\(error)")
    }

    /// What these lead to can be shown, and is not in the library.
    @Test(arguments: [
        ("a.mkv", "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n%\n#EXT-X-ENDLIST\n"),
        ("a.mp4", "ffconcat version 1.0\nfile secret.ts\n"),
        ("a.ts", "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n%\n#EXT-X-ENDLIST\n"),
    ])
    func whatLeadsToOtherFilesIsAFailure(name: String, text: String) throws {
        let secret = folder.appendingPathComponent("secret.ts").path
        let words = ["-v", "error", "-y"] + Self.video.split(separator: " ").map(String.init)
        _ = try Command.run("ffmpeg", words + [secret])
        let link = folder.appendingPathComponent("root/secret.ts").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: secret)
        let url = folder.appendingPathComponent("root/\(name)")
        try Data(text.replacingOccurrences(of: "%", with: secret).utf8).write(to: url)
        let asset = try probe()
        #expect(asset.state == .failed && asset.milliseconds == nil, "\(asset)")
        #expect(asset.error?.contains("leads to other files") == true, "\(asset)")
    }

    @Test func whatIsReachedThroughALinkIsNotRead() throws {
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("root/x"),
            withIntermediateDirectories: false
        )
        try make("x/a.mp4", Self.video)
        try scan()
        let asset = try #require(try store.probes.next(after: nil))
        let (inside, outside) = (folder.path + "/root/x", folder.path + "/outside")
        try FileManager.default.moveItem(atPath: inside, toPath: outside)
        try FileManager.default.createSymbolicLink(
            atPath: inside,
            withDestinationPath: outside
        )
        guard case .unreadable(let reason) = ProbeJob(asset: asset).take(isCancelled: { false })
        else { return #expect(Bool(false)) }
        #expect(reason.contains("a symbolic link leads to it"), "\(reason)")
    }

    @Test func whatMayNotBeReadIsAFailureUntilItMay() throws {
        try make("a.jpg", Self.photo)
        try scan()
        let asset = try #require(try store.probes.next(after: nil))
        let outcome = SystemCallFaults.withFault("openat", .permissionDenied) {
            ProbeJob(asset: asset).take { false }
        }
        guard case .unreadable(let reason) = outcome else {
            return #expect(Bool(false), "\(outcome)")
        }
        #expect(reason.contains("permission denied"))
        #expect(try store.probes.settle { ProbedAsset(asset, outcome) })
        let failed = try #require(try store.assets.find(asset.id))
        #expect(failed.state == .failed && failed.error == reason)
        let again = try #require(try store.probes.next(after: nil))
        #expect(again.id == asset.id && again.isUnreadable)
        #expect(
            try store.probes.settle { ProbedAsset(again, ProbeJob(asset: again).take { false }) }
        )
        let read = try #require(try store.assets.find(asset.id))
        #expect(read.state == .probed && read.error == nil)
        #expect(try store.probes.next(after: nil) == nil)
    }

    @Test(arguments: ["a.mkv", "a.mp4", "a.png", "a.jpg", "a.webp"])
    func whatIsCutOffAnywhereIsReadOrAFailure(name: String) throws {
        try make(name, name.hasSuffix("mkv") || name.hasSuffix("mp4") ? Self.video : Self.photo)
        let url = folder.appendingPathComponent("root/\(name)")
        let whole = try Data(contentsOf: url)
        for count in [1, 40, 100, 200, 300, 400, 531, 600, 800, whole.count / 2] {
            try whole.prefix(count).write(to: url)
            #expect(try probe().state != .found, "\(count) bytes")
        }
    }

    @Test func whatIsGoneMeanwhileIsLeftToTheNextScan() throws {
        try make("a.mp4", Self.video)
        try scan()
        let asset = try #require(try store.probes.next(after: nil))
        #expect(ProbeJob(asset: asset).take { true } == .later)
        // Another disk is there, with a file of that name.
        try make("a.mp4", "\(Self.video) -t 0.5")
        #expect(ProbeJob(asset: asset).take { false } == .later)
        try FileManager.default.removeItem(atPath: asset.path)
        #expect(ProbeJob(asset: asset).take { false } == .later)
    }

    /// Such as the depth that telephones write before the picture.
    @Test func whatIsBeforeThePictureHidesNoDate() throws {
        try make("a.jpg", Self.photo)
        let url = folder.appendingPathComponent("root/a.jpg")
        let jpeg = [UInt8](try Data(contentsOf: url))
        let segment = [0xFF, 0xED, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 0xFFFF - 2)
        let filled = jpeg.prefix(2) + Array(repeatElement(segment, count: 5).joined())
        let values = ExifFile.Values(orientation: 6, taken: "2024:01:31 12:00:00")
        let whole = ExifFile.insert(values, into: Array(filled + jpeg.dropFirst(2)))
        try Data(whole).write(to: url)
        let asset = try probe()
        #expect((asset.width, asset.height) == (36, 64) && asset.taken.source == .exif)
    }

    @Test(arguments: ["a.jpg", "a.png"])
    func whatIsTooLargeToBeShownIsAFailure(name: String) throws {
        try make(name, "-f lavfi -i color=s=8200x16 -frames:v 1")
        let asset = try probe()
        #expect(asset.state == .failed && asset.error?.contains("8192") == true, "\(asset)")
    }

    /// What lies between packets is read to no end: here it is a disk full of it.
    @Test(arguments: ["a.flv", "a.ts"])
    func whatHasNoPicturesIsNotReadToItsEnd(name: String) throws {
        let url = folder.appendingPathComponent("root/\(name)")
        if name == "a.flv" {
            let header: [UInt8] = Array("FLV".utf8) + [1, 1, 0, 0, 0, 9, 0, 0, 0, 0]
            try Data(header).write(to: url)
            #expect(truncate(url.path, 50 << 30) == 0)
        } else {
            // ISO/IEC 13818-1, 2.4.3.3: null packets.
            let packet: [UInt8] = [0x47, 0x1F, 0xFF, 0x10] + [UInt8](repeating: 0xFF, count: 184)
            let piece = Data(repeatElement(packet, count: 4_096).joined())
            try Data().write(to: url)
            let file = try FileHandle(forWritingTo: url)
            for _ in 0..<100 { try file.write(contentsOf: piece) }
            try file.close()
        }
        let asset = try probe()
        #expect(asset.state == .failed, "\(asset)")
        #expect(asset.error?.contains("MiB that were read of it") == true, "\(asset)")
    }

    /// One of its pictures is larger than all that is read of most containers.
    @Test func rawVideoMayHaveLargePictures() throws {
        try make("a.y4m", "-f lavfi -i color=s=4096x2304 -frames:v 2 -pix_fmt yuv444p")
        let asset = try probe()
        #expect(asset.state == .probed && asset.width == 4096, "\(asset)")
    }

    @Test func aPNGThatIsLongerThanTheMemorySaysSo() async throws {
        let path = folder.path + "/root/a.png"
        try Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]).write(
            to: URL(fileURLWithPath: path)
        )
        #expect(truncate(path, 600 << 20) == 0)
        try scan()
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            ProcessLimits.apply(nice: 0)
            let store = try MediaStore(path: path + "/media.sqlite") { 0 }
            let asset = try #require(try store.probes.next(after: nil))
            let outcome = ProbeJob(asset: asset).take { false }
            guard case .unreadable(let reason) = outcome, reason.contains("has 600 MiB") else {
                fatalError("\(outcome)")
            }
        }
    }

    /// Also in the place of another one.
    private func make(_ name: String, _ arguments: String) throws {
        let path = folder.appendingPathComponent("root/\(name)").path
        try? FileManager.default.removeItem(atPath: path)
        let words = arguments.split(separator: " ").map(String.init)
        try ClipCache.place(at: path, words) {
            _ = try Command.run("ffmpeg", ["-v", "error", "-y"] + words + [path])
        }
    }

    private func scan() throws {
        let root = try #require(try store.roots.all().first)
        let scan = RootScan(root: root, rules: ExcludeRules([]), isPruned: false)
        try store.roots.update(try scan.take(in: store) { false }.get().root)
    }

    /// The one file, after it was met and looked into.
    private func probe() throws -> AssetRecord {
        try scan()
        let asset = try #require(try store.probes.next(after: nil))
        #expect(
            try store.probes.settle { ProbedAsset(asset, ProbeJob(asset: asset).take { false }) }
        )
        return try #require(try store.assets.find(asset.id))
    }
}
