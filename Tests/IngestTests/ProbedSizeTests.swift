import Glibc
import Media
import Platform
import Stills
import Testing

@testable import Addressing
@testable import Demuxing

/// The size of what is opened is known, and costs no picture of that size.
@Suite struct ProbedSizeTests {
    /// Small ones, some of which begin as no others do.
    @Test(
        arguments: [
            ("sized-a.png", ""), ("sized-b.jpg", ""), ("sized-c.webp", "-lossless 1"),
            ("sized-d.webp", "-lossless 0"), ("sized-e.gif", ""), ("sized-f.bmp", ""),
            ("sized-g.tiff", ""), ("sized-h.webp", "-vf scale=1:1 -lossless 1"),
            ("sized-i.jpg", "-vf scale=1:1"), ("sized-j.png", "-vf scale=1:1"),
            ("sized-k.gif", "-vf scale=1:1"), ("sized-l.bmp", "-vf scale=1:1"),
        ]
    )
    func aFileTellsItsSize(name: String, arguments: String) throws {
        let path = try Clips.make(name, "-f lavfi -i color=s=64x48 -frames:v 1 \(arguments)")
        let side: CInt? = arguments.contains("1:1") ? 1 : nil
        let size = PixelSize(width: side ?? 64, height: side ?? 48)
        #expect(try Self.facts(path).size == size)
        // Of a JPEG also where markers stand before its frame that begin no segment.
        guard name.hasSuffix("jpg") else { return }
        var bytes = try Clips.bytes(of: path)
        bytes.insert(contentsOf: [0xFF, 0xD1, 0xFF, 0xFF, 0x01, 0xFF, 0xD8], at: 2)
        #expect(try Self.facts(Clips.write("marked-\(name)", bytes)).size == size)
    }

    /// What libavcodec refuses has no wrong size.
    @Test func aTooLargePictureWithoutAHeadIsNotGivenASize() throws {
        var bytes = try Clips.bytes(
            of: Clips.make("sized-m.tiff", "-f lavfi -i color=s=64x48 -frames:v 1")
        )
        for (tag, value) in [(0x00, 20_000), (0x01, 20_000)] as [(UInt8, Int)] {
            let entry: [UInt8] = [tag, 1, 4, 0, 1, 0, 0, 0]
            let place = try #require(bytes.indices.first { bytes[$0...].starts(with: entry) })
            bytes[place + 8] = UInt8(value & 0xFF)
            bytes[place + 9] = UInt8(value >> 8)
        }
        let path = try Clips.write("sized-n.tiff", bytes)
        let error = #expect(throws: StillError.self) { try Self.facts(path) }
        #expect(
            error.map { "\($0)".contains("no picture") } == true,
            "\(String(describing: error))"
        )
    }

    /// Of live streams nothing else says it: a picture of 16000x16000 would take 384 MB.
    @Test(
        arguments: [
            ("bomb.mjpeg", "-f mjpeg"), ("bomb.avi", "-f avi"), ("bomb.mpjpeg", "-f mpjpeg"),
        ]
    )
    func aHugeFirstPictureIsNotDecoded(name: String, arguments: String) async throws {
        let source = "-f lavfi -i testsrc2=s=64x48 -frames:v 3 -c:v mjpeg"
        let small = try Clips.make("small-\(name)", "\(source) \(arguments)")
        let huge = try Clips.write(name, Self.enlarged(Clips.bytes(of: small)))
        await #expect(processExitsWith: .success) {
            [small = small as String, huge = huge as String] in
            let first = try ContainerIndexTests.open(small, .thorough)
            #expect(first.video.size == PixelSize(width: 64, height: 48))
            let before = try ProbedSizeTests.peak()
            let demuxer = try ContainerIndexTests.open(huge, .thorough)
            #expect(demuxer.video.size == PixelSize(width: 16_000, height: 16_000))
            #expect(try ProbedSizeTests.peak() - before < 100 << 10)
        }
    }

    /// Every frame says so, and an AVI nothing.
    private static func enlarged(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        let side: [UInt8] = [0x3E, 0x80]
        for place in bytes.indices.dropLast(24) {
            if bytes[place...].starts(with: [0xFF, 0xC0, 0, 17, 8]) {
                bytes.replaceSubrange(place + 5..<place + 9, with: side + side)
            }
            if bytes[place...].starts(with: "strf".utf8) {
                bytes.replaceSubrange(place + 12..<place + 20, with: repeatElement(0, count: 8))
            }
            if bytes[place...].starts(with: "avih".utf8) {
                bytes.replaceSubrange(place + 40..<place + 48, with: repeatElement(0, count: 8))
            }
        }
        return bytes
    }

    /// The most that the process ever had mapped, in KiB.
    private static func peak() throws -> Int {
        let file = OwnedDescriptor(
            taking: try systemCall("open") { open("/proc/self/status", O_RDONLY | O_CLOEXEC) }
        )
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = read(file.rawValue, &bytes, bytes.count)
        let line = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
            .split(separator: "\n").first { $0.hasPrefix("VmPeak:") }
        // A tab is before the number, and spaces where it is short.
        let words = line?.split { $0 == " " || $0 == "\t" } ?? []
        return try #require(words.dropFirst().first.flatMap { Int($0) })
    }

    private static func facts(_ path: String) throws -> FileFacts {
        let configuration = StreamConfiguration(
            id: StreamID(sanitizing: "sized"),
            address: try SourceAddress.parse(path)
        )
        let limit = SearchLimit(deadline: MonotonicTime(nanoseconds: .max)) { false }
        return try FileFacts(of: configuration, tags: [], within: limit)
    }
}
