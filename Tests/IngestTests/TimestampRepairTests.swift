import FrameTransport
import Media
import Presentation
import TestSupport
import Testing

@testable import Addressing
@testable import Decoding
@testable import Drawing
@testable import Streams

/// Timestamps and durations are in milliseconds.
@Suite struct TimestampRepairTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let given: [Int64?]
        let expected: [Int64]
        /// Which of them begin a new timeline.
        var breaks: [Int] = [0]
    }

    private static let rows = [
        Row(testDescription: "regular", given: [0, 40, 80], expected: [0, 40, 80]),
        Row(testDescription: "starts late", given: [900, 940], expected: [900, 940]),
        Row(testDescription: "none at all", given: [nil, nil, nil], expected: [0, 40, 80]),
        Row(testDescription: "gaps", given: [0, nil, nil, 120], expected: [0, 40, 80, 120]),
        Row(testDescription: "variable", given: [0, 10, 300, 301], expected: [0, 10, 300, 301]),
        Row(testDescription: "repeated", given: [0, 40, 40, 120], expected: [0, 40, 80, 120]),
        Row(testDescription: "constant", given: [5, 5, 5, 5], expected: [5, 45, 85, 125]),
        Row(
            testDescription: "one step back",
            given: [0, 40, 30, 120],
            expected: [0, 40, 80, 120]
        ),
        Row(testDescription: "far ahead", given: [0, 40, 9000], expected: [0, 40, 9000]),
        Row(
            testDescription: "far back",
            given: [5000, 5040, 0, 40],
            expected: [5000, 5040, 0, 40],
            breaks: [0, 2]
        ),
        Row(
            testDescription: "stays back",
            given: [400, 10, 50, 90, 130, 170, 210, 250, 290, 330],
            expected: [400, 440, 480, 520, 560, 600, 640, 680, 720, 330],
            breaks: [0, 9]
        ),
    ]

    @Test(arguments: rows) func everyPictureGetsAUsableTimestamp(row: Row) {
        var repair = TimestampRepair(frameInterval: .milliseconds(40))
        let results = row.given.map { given in
            repair.next(given.map(MediaTime.milliseconds), duration: .zero)
        }
        #expect(results.map(\.pts) == row.expected.map(MediaTime.milliseconds))
        #expect(results.indices.filter { results[$0].isDiscontinuous } == row.breaks)
    }

    @Test func durationsAreTheDecodersElseTheStreamsElseUnknown() {
        var known = TimestampRepair(frameInterval: .milliseconds(40))
        let first = known.next(.zero, duration: .milliseconds(20))
        let second = known.next(nil, duration: .zero)
        #expect(first.duration == .milliseconds(20))
        #expect(second.pts == .milliseconds(20))
        #expect(second.duration == .milliseconds(40))
        var unknown = TimestampRepair(frameInterval: nil)
        let untold = unknown.next(.zero, duration: .zero)
        let guessed = unknown.next(nil, duration: .zero)
        #expect(untold.duration == .zero)
        #expect(guessed.pts == .milliseconds(40))
    }
}

@Suite struct LossWatchTests {
    /// The one that stays for ever is one that there was.
    @Test func theLastPictureStaysAsLongAsIsWanted() {
        var watch = LossWatch(startedAt: .milliseconds(0), keepsLast: nil)
        #expect(watch.isPlaceholderDue(at: .milliseconds(2_000)))
        _ = watch.picture(at: .milliseconds(3_000))
        watch.lost(at: .milliseconds(4_000))
        #expect(!watch.isPlaceholderDue(at: .milliseconds(4_000_000)))
        watch = LossWatch(startedAt: .milliseconds(0), keepsLast: .zero)
        _ = watch.picture(at: .milliseconds(1_000))
        watch.lost(at: .milliseconds(1_500))
        #expect(watch.isPlaceholderDue(at: .milliseconds(1_500)))
        watch.keepLast(for: .milliseconds(4_000))
        #expect(!watch.isPlaceholderDue(at: .milliseconds(5_499)))
        #expect(watch.isPlaceholderDue(at: .milliseconds(5_500)))
    }

    /// A live stream that was hidden shows no old picture.
    @Test func aLastPictureThatIsGoneDoesNotStay() {
        for keepsLast in [nil, Nanoseconds.milliseconds(60_000)] {
            var watch = LossWatch(startedAt: .milliseconds(0), keepsLast: keepsLast)
            _ = watch.picture(at: .milliseconds(1_000))
            watch.lost(at: .milliseconds(4_000))
            #expect(!watch.isPlaceholderDue(at: .milliseconds(7_000)))
            watch.pictureIsGone()
            #expect(watch.isPlaceholderDue(at: .milliseconds(7_000)))
            // Nor where nobody wants pictures of what comes, or says anew how long they stay.
            _ = watch.picture(at: .milliseconds(8_000), isDecoded: false)
            watch.keepLast(for: keepsLast)
            watch.lost(at: .milliseconds(9_000))
            #expect(!watch.isPlaceholderDue(at: .milliseconds(10_999)))
            #expect(watch.isPlaceholderDue(at: .milliseconds(11_000)))
            _ = watch.picture(at: .milliseconds(12_000))
            watch.lost(at: .milliseconds(13_000))
            #expect(!watch.isPlaceholderDue(at: .milliseconds(72_999)))
        }
    }

    @Test func aPlaceholderThatIsShownStays() {
        var watch = LossWatch(startedAt: .milliseconds(0))
        _ = watch.picture(at: .milliseconds(1_000))
        watch.lost(at: .milliseconds(1_500))
        watch.placeholderShown("no signal")
        watch.keepLast(for: nil)
        #expect(watch.isPlaceholderDue(at: .milliseconds(3_500)))
    }

    @Test func howLongTheLastStaysIsNoMatterBeforeTheFirst() {
        var watch = LossWatch(startedAt: .milliseconds(0))
        watch.keepLast(for: nil)
        #expect(watch.isPlaceholderDue(at: .milliseconds(2_000)))
    }

    @Test func aPlaceholderIsDueTwoSecondsAfterTheLastPicturesLoss() {
        var watch = LossWatch(startedAt: .milliseconds(0))
        #expect(watch.placeholderDeadline(after: .milliseconds(0)) == .milliseconds(2000))
        _ = watch.picture(at: .milliseconds(1500))
        #expect(!watch.isPlaceholderDue(at: .milliseconds(9000)))
        watch.lost(at: .milliseconds(9000))
        #expect(!watch.isPlaceholderDue(at: .milliseconds(10_999)))
        #expect(watch.isPlaceholderDue(at: .milliseconds(11_000)))
        #expect(watch.placeholderDeadline(after: .milliseconds(11_000)) == nil)
    }

    @Test func theSamePlaceholderIsDrawnOnce() {
        var watch = LossWatch(startedAt: .milliseconds(0))
        #expect(watch.isNews("refused"))
        watch.placeholderShown("refused")
        #expect(!watch.isNews("refused"))
        #expect(watch.isNews("timeout"))
        _ = watch.picture(at: .milliseconds(5000))
        #expect(watch.isNews("refused"))
    }

    @Test func aStallBeginsOnceAndEndsWithAPicture() {
        var watch = LossWatch(startedAt: .milliseconds(0))
        watch.connected(at: .milliseconds(0), frameInterval: .milliseconds(40))
        // Before the first picture the connection's own limit applies.
        #expect(stalls(&watch, at: [5000]) == [false])
        #expect(endsStall(&watch, at: 5000) == false)
        #expect(stalls(&watch, at: [5499, 5500, 6000]) == [false, true, false])
        #expect(endsStall(&watch, at: 6100))
        #expect(endsStall(&watch, at: 6140) == false)
    }

    @Test func aLostConnectionDoesNotStall() {
        var watch = LossWatch(startedAt: .milliseconds(0))
        #expect(endsStall(&watch, at: 100) == false)
        watch.lost(at: .milliseconds(140))
        #expect(stalls(&watch, at: [600, 5000]) == [false, false])
    }

    /// The next stall is told later, but nobody looks at an old picture for longer.
    @Test func theBenefitAfterAStallPutsOffNoPlaceholder() {
        var watch = LossWatch(startedAt: .milliseconds(0))
        for time in stride(from: 0, through: 400, by: 40) {
            #expect(endsStall(&watch, at: Int64(time)) == false)
        }
        #expect(stalls(&watch, at: [900]) == [true])
        #expect(endsStall(&watch, at: 2_300))
        #expect(stalls(&watch, at: [6_099, 6_100]) == [false, true])
        #expect(watch.isPlaceholderDue(at: .milliseconds(6_100)))
        #expect(watch.placeholderDeadline(after: .milliseconds(2_300)) == .milliseconds(4_800))
    }

    /// Packets come that cannot be decoded yet.
    @Test func whoAwaitsAKeyPictureDoesNotStall() {
        var watch = LossWatch(startedAt: .milliseconds(0))
        #expect(endsStall(&watch, at: 0) == false)
        watch.awaitsPicture(at: .milliseconds(400))
        #expect(stalls(&watch, at: [1_000, 9_000]) == [false, false])
        #expect(!watch.isPlaceholderDue(at: .milliseconds(2_399)))
        #expect(watch.isPlaceholderDue(at: .milliseconds(2_400)))
        #expect(watch.isOverdue(at: .milliseconds(15_401), .milliseconds(5_000)))
        #expect(endsStall(&watch, at: 2_500) == false)
        #expect(!watch.isPlaceholderDue(at: .milliseconds(9_000)))
    }

    @Test func timeSpentWaitingForTheConsumerIsNoStall() {
        var watch = LossWatch(startedAt: .milliseconds(0))
        #expect(endsStall(&watch, at: 0) == false)
        watch.restarted(at: .milliseconds(60_000))
        #expect(!watch.isOverdue(at: .milliseconds(60_400), .milliseconds(5000)))
        #expect(stalls(&watch, at: [60_400, 60_500]) == [false, true])
    }

    private func stalls(_ watch: inout LossWatch, at times: [Int64]) -> [Bool] {
        times.map { watch.stalls(at: .milliseconds($0)) }
    }

    private func endsStall(_ watch: inout LossWatch, at time: Int64) -> Bool {
        watch.picture(at: .milliseconds(time))
    }
}

@Suite struct PlaceholderPictureTests {
    /// The screen is public: an address, its user and the error are not for it.
    @Test(
        arguments: [
            ("door", "rtsp://admin:pw@192.168.1.20/live", "door"),
            ("door", "rtsp://door/live", "door"),
            ("cam.local", "rtsp://admin@cam.local/", "cam.local"),
            // Named after an address, for want of anything else.
            ("192.168.1.20", "rtsp://admin@192.168.1.20", ""),
            ("192.168.1.20-554-2", "rtsp://192.168.1.20:554/", ""),
            ("fe80--1-", "http://[fe80::1]/", ""),
            ("night.mp4", "/home/anna/night.mp4", "night.mp4"),
        ]
    )
    func byDefaultItTellsTheNameAndNoMore(name: String, url: String, title: String) throws {
        let id = try #require(StreamID(name))
        let configuration = try StreamConfiguration(id: id, url: url)
        var style = PlaceholderStyle()
        for reason in [nil, "\(url) does not answer"] {
            let text = PlaceholderText(configuration, style, reason: reason)
            #expect(text.title == title)
            #expect(text.message == "no signal")
        }
        style.tellsReason = true
        let text = PlaceholderText(configuration, style, reason: "refused")
        #expect(text.title == name)
        #expect(text.message == "refused")
    }

    @Test func aLongNameFits() throws {
        let name = String(repeating: "W", count: 64)
        let configuration = try StreamConfiguration(id: try #require(StreamID(name)), url: "a.mp4")
        let text = PlaceholderText(configuration, PlaceholderStyle(), reason: nil)
        let edges = try Self.lit(text, PixelSize(width: 640, height: 360))
        #expect(edges.first.map { $0 > 0 } == true)
        #expect(edges.last.map { $0 < 639 } == true)
    }

    /// The columns with anything lighter than the ground.
    private static func lit(_ text: PlaceholderText, _ size: PixelSize) throws -> [Int] {
        let frame = try FrameStorage.allocate()
        defer { FrameStorage.free(frame) }
        let sheet = PlaceholderSheet(filling: size, window: nil, inPlaceOf: nil)
        _ = try #require(sheet.draw(text, PlaceholderStyle(), into: frame))
        let luma = try #require(UnsafePointer(frame).components.first)
        return (0..<Int(size.width)).filter { column in
            (0..<Int(size.height)).contains { row in
                let offset = row * luma.bytesPerRow + column
                return luma.base.load(fromByteOffset: offset, as: UInt8.self) > 32
            }
        }
    }

    /// A window has its placeholder's shape, which has the window's size: that comes to an end.
    @Test(arguments: [0.25, 0.5625, 0.75, 1, 1.3333, 1.7778, 4] as [Double])
    func theWindowOfOneKeepsItsShape(aspect: Double) {
        for (width, height) in [(640, 360), (1024, 768), (1366, 768), (3840, 2160)] {
            let output = PixelSize(width: Int32(width), height: Int32(height))
            for size in stride(from: 0.1, through: 0.5, by: 0.01) {
                let placement = PIPPlacement(size: size)
                let first = placement.bounds(in: output, aspect: aspect).size
                let drawn = PlaceholderPicture.size(filling: first, inPlaceOf: nil)
                let shape = PlaceholderPicture.format(size: drawn).displayAspectRatio
                let second = placement.bounds(in: output, aspect: shape).size
                #expect(PlaceholderPicture.fills(second, drawn), "\(first) \(second)")
            }
        }
    }

    @Test func itIsAsLargeAsTheLostPictureWasShown() {
        var format = FormatDescription(
            pixelFormat: .nv12,
            size: PixelSize(width: 720, height: 576),
            sampleAspectRatio: SampleAspectRatio(numerator: 64, denominator: 45),
            rotation: .clockwise90
        )
        let shown = PixelSize(width: 576, height: 1024)
        #expect(PlaceholderPicture.size(filling: nil, inPlaceOf: format) == shown)
        format.size.width = 8192
        #expect(PlaceholderPicture.size(filling: nil, inPlaceOf: format) == format.size)
        let usual = PlaceholderPicture.size(filling: nil, inPlaceOf: nil)
        #expect(usual == PixelSize(width: 640, height: 360))
        let (place, large) = (
            PixelSize(width: 321, height: 240), PixelSize(width: 3840, height: 2160)
        )
        #expect(PlaceholderPicture.size(filling: place, inPlaceOf: format) == place)
        let enough = PixelSize(width: 1920, height: 1080)
        #expect(PlaceholderPicture.size(filling: large, inPlaceOf: nil) == enough)
    }

    @Test(
        arguments: [
            ("", 10, []),
            ("one two", 10, ["one two"]),
            ("one two three", 8, ["one two", "three"]),
            ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
            ("a  b", 3, ["a b"]),
        ] as [(String, Int, [String])]
    )
    func textIsBrokenAtSpaces(text: String, width: Int, lines: [String]) {
        #expect(PlaceholderPicture.wrapped(text, width: width) == lines)
    }
}
