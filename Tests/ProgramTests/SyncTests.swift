internal import ControlAPI
internal import Foundation
internal import Platform
internal import TestSupport
internal import Testing

/// Two screens of a wall.
@Suite(.timeLimit(.minutes(30))) struct SyncTests {
    /// A line of the frame log.
    private struct Line: Decodable {
        let pts: Double
        let decision: String
        let scheduled: Double
        let presented: Double?
    }

    /// What a daemon shows, from its frame log.
    private final class FlipLog {
        private let file: FileHandle
        /// The beginning of a line that is not yet written to its end.
        private var rest = Data()
        private var lines: [Line] = []
        /// When the log's times began, in seconds since 1970: no line can come before its time,
        /// and one of many comes at once.
        private var start = Double.infinity

        init(_ file: FileHandle) { self.file = file }

        /// Takes in what was written since the last time.
        ///
        /// - Returns: How many pictures were shown.
        func read() throws -> Int {
            rest += try file.readToEnd() ?? Data()
            let now = CalendarTime.secondsSince1970()
            let end = rest.lastIndex(of: 0x0A).map { $0 + 1 } ?? rest.startIndex
            for text in rest[..<end].split(separator: 0x0A) {
                let line = try JSONDecoder().decode(Line.self, from: text)
                guard let presented = line.presented else { continue }
                start = min(start, now - presented)
                lines.append(line)
            }
            rest = Data(rest[end...])
            return lines.count
        }

        /// By how many seconds each picture was later than the wall has it.
        func errors(round: Double) -> [Double] {
            let start = start - 1_767_225_600
            return lines.map { (start + $0.scheduled - $0.pts).remainder(dividingBy: round) }
        }

        /// The same of items that take turns: the picture is of the one whose turn it is.
        ///
        /// - Parameter lengths: Of the turns, in seconds.
        /// - Returns: The errors, in seconds.
        func errors(turns lengths: [Double]) -> [Double] {
            let round = lengths.reduce(0, +)
            var begin = 0.0
            let begins = lengths.map { length in
                defer { begin += length }
                return begin
            }
            let start = start - 1_767_225_600
            return lines.map { line in
                let time = start + line.scheduled
                // A picture may come half a refresh before its turn.
                let place = (time + 0.009).truncatingRemainder(dividingBy: round)
                let turn = begins.last { $0 <= place } ?? 0
                return (time - turn - line.pts).remainder(dividingBy: round)
            }
        }
    }

    /// A daemon that writes a frame log.
    private struct Screen {
        let daemon: Daemon
        let log: FlipLog

        /// One whose file says that; the stream or playlist is `clip`.
        init(configuration text: String) throws {
            let scratch = try Scratch()
            let path = try scratch.write("frames", "")
            let configuration = try scratch.write("pipd.yml", "main: clip\n\(text)\n")
            daemon = try Daemon.ready(
                ["--config", configuration, "--frame-log", path],
                in: scratch
            )
            log = FlipLog(try #require(FileHandle(forReadingAtPath: path)))
        }
    }

    private static let sync = "sync: { group: wall, epoch: 2026-01-01T00:00:00Z }"

    @Test func twoProcessesShowTheSameFrameWithinOneRefresh() throws {
        let clip = try Clips.make(
            "wall.mp4",
            "-f lavfi -i testsrc2=size=160x90:rate=30 -frames:v 150 -c:v libx264 -g 30"
                + " -preset ultrafast -pix_fmt yuv420p"
        )
        let text = "streams: { clip: { url: \(clip), \(Self.sync) } }"
        let screens = try [Screen(configuration: text), Screen(configuration: text)]
        for screen in screens {
            #expect(try screen.daemon.eventually { try screen.log.read() > 300 })
        }
        for screen in screens {
            let errors = screen.log.errors(round: 5)
            let close = errors.filter { abs($0) <= 1.0 / 30 }
            // On a busy machine pictures may be late.
            #expect(close.count * 10 >= errors.count * 9, "\(errors)")
            let answer = try screen.daemon.request("GET", "/v1/sync")
            let report = try JSONDecoder().decode(SyncReport.self, from: Data(answer.body))
            let stream = try #require(report.streams.first)
            #expect(stream.group == "wall" && stream.epoch == "2026-01-01T00:00:00Z")
            #expect(stream.resyncs["start"] == 1 && stream.durationSeconds == 5)
            #expect((report.clock.reason == nil) == (report.clock.synchronized != nil))
            let metrics = try screen.daemon.metrics()
            #expect(metrics["pipd_sync_error_seconds_count{stream=\"clip\"}"] ?? 0 > 300)
            screen.daemon.expectCleanStop()
        }
    }

    /// Says how each stands, and why one is not in step.
    @Test func whatIsNotInStepSaysWhy() throws {
        let clip = try Clips.make(
            "wall-reasons.mp4",
            "-f lavfi -i testsrc2=size=160x90:rate=25 -frames:v 50 -c:v libx264 -g 25"
                + " -preset ultrafast -pix_fmt yuv420p"
        )
        let image = try Clips.make("wall.png", "-f lavfi -i testsrc2=size=160x90 -frames:v 1")
        let screen = try Screen(
            configuration: """
                streams:
                  hidden: { url: \(clip), \(Self.sync) }
                  image: { url: \(image), \(Self.sync), keep_warm: true }
                  missing: { url: \(clip).mkv, \(Self.sync), keep_warm: true }
                playlists: { clip: { items: [\(image)], image_duration: 60, \(Self.sync) } }
                """
        )
        func reports() throws -> [String: SyncedStreamReport] {
            let answer = try screen.daemon.request("GET", "/v1/sync")
            let report = try JSONDecoder().decode(SyncReport.self, from: Data(answer.body))
            return Dictionary(uniqueKeysWithValues: report.streams.map { ($0.id, $0) })
        }
        #expect(try screen.daemon.eventually { try reports()["clip"]?.inStep == true })
        #expect(try reports()["clip"]?.reason == nil)
        for (id, reason) in [
            ("hidden", "no view shows it"), ("image", "it is one picture"), ("missing", "no such"),
        ] {
            let isSaid = try screen.daemon.eventually {
                try reports()[id]?.reason?.lowercased().contains(reason) == true
            }
            let report = try reports()[id]
            #expect(isSaid, "\(id): \(report?.reason ?? "nothing")")
            #expect(report?.inStep == false)
        }
        _ = try screen.daemon.request("POST", "/v1/playlists/clip/pause")
        #expect(try screen.daemon.eventually { try reports()["clip"]?.reason == "it is paused" })
        _ = try screen.daemon.request("POST", "/v1/playlists/clip/resume")
        #expect(try screen.daemon.eventually { try reports()["clip"]?.inStep == true })
        screen.daemon.expectCleanStop()
    }

    @Test func twoProcessesShowTheSameItemOfAPlaylist() throws {
        let items = try [(30, 90), (25, 50)].map { rate, frames in
            let clip = try Clips.make(
                "wall-\(rate).mp4",
                "-f lavfi -i testsrc2=size=160x90:rate=\(rate) -frames:v \(frames) -c:v libx264"
                    + " -g 15 -preset ultrafast -pix_fmt yuv420p"
            )
            return "{ url: \(clip), seconds: \(frames / rate) }"
        }
        let text =
            "playlists: { clip: { items: [\(items.joined(separator: ", "))], \(Self.sync) } }"
        let screens = try [Screen(configuration: text), Screen(configuration: text)]
        for screen in screens {
            #expect(try screen.daemon.eventually { try screen.log.read() > 400 })
        }
        for screen in screens {
            let errors = screen.log.errors(turns: [3, 2])
            let close = errors.filter { abs($0) <= 1.0 / 25 }
            // On a busy machine pictures may be late.
            #expect(close.count * 10 >= errors.count * 9, "\(errors)")
            let answer = try screen.daemon.request("GET", "/v1/sync")
            let report = try JSONDecoder().decode(SyncReport.self, from: Data(answer.body))
            let stream = try #require(report.streams.first)
            #expect(stream.durationSeconds == 5 && stream.item != nil)
            let refused = try screen.daemon.request("POST", "/v1/playlists/clip/next")
            #expect(refused.status == 409)
            #expect(String(decoding: refused.body, as: UTF8.self).contains("wall"))
            screen.daemon.expectCleanStop()
        }
    }
}
