import Foundation
import FrameTransport
import Ingest
import Media
import Pipeline
import Presentation
import TestSupport
import Testing

/// Files that have the time of a wall; in virtual time that is the run's, which begins with its
/// first second.
@Suite(.serialized) struct WallTests {
    private let clips = try? Clips()
    private let sync = WallSync(group: "wall", epoch: .seconds(1_767_225_600))

    private struct Case: Sendable, CustomTestStringConvertible {
        var rate: Int
        var bFrames: Int
        /// Of the display.
        var mode: String
        var testDescription: String { "\(rate) fps, \(bFrames) B, \(mode)" }
    }

    /// By how many seconds a picture is later than the wall has it.
    private func error(of frame: LoggedFrame, round: Double) throws -> Double {
        let time = try #require(frame.presented) + 1
        return (time - frame.pts).remainder(dividingBy: round)
    }

    @Test(
        arguments: [
            Case(rate: 25, bFrames: 2, mode: "160x90@50"),
            Case(rate: 24, bFrames: 0, mode: "160x90@60"),
            Case(rate: 30, bFrames: 2, mode: "160x90@30"),
        ])
    private func aFileIsWhereTheWallIsFromItsFirstPictureOn(row: Case) throws {
        let frames = 50
        let clip = try #require(clips)
            .h264(size: "160x90", rate: row.rate, frames: frames, bFrames: row.bFrames)
        let round = Double(frames) / Double(row.rate)
        let run = try present(
            Scenario(
                streams: [("clip", clip)],
                main: "clip",
                mode: row.mode,
                seconds: 9,
                loops: true,
                sync: sync
            )
        )
        let shown = run.presented("clip")
        let refresh = try #require(Double(row.mode.split(separator: "@")[1]))
        for frame in shown {
            let error = try error(of: frame, round: round)
            #expect(abs(error) <= 0.5 / refresh + 1e-6, "\(frame.n): \(error)")
        }
        let first = try #require(shown.first?.presented)
        #expect(first < 0.6)
        // None is missing, over the ends too.
        #expect(shown.count >= Int((9 - first) * Double(row.rate)) - 1)
        #expect(run.dropped("clip").allSatisfy { $0.reason == "flush" })
        let wall = try #require(try run.stream("clip").wall)
        #expect(wall.isInStep && wall.resyncs[.start] == 1)
        #expect(wall.resyncs.values.reduce(0, +) == 1)
        #expect(wall.errors.count == shown.count)
        #expect(abs(try #require(wall.duration).seconds - round) < 1e-6)
    }

    /// As a file does that is no image by its name.
    @Test func anAnimatedImageIsInStepInAllOfItsRounds() throws {
        let clip = try #require(clips).make("wall.gif", rate: "25", frames: 50, "gif")
        let run = try present(
            Scenario(
                streams: [("clip", clip)],
                main: "clip",
                mode: "160x90@50",
                seconds: 7,
                loops: true,
                sync: sync
            )
        )
        let shown = run.presented("clip")
        #expect(shown.count > 150)
        for frame in shown {
            #expect(abs(try error(of: frame, round: 2)) <= 0.010_001, "\(frame.n)")
        }
        #expect(try #require(try run.stream("clip").wall).standing == .inStep)
    }

    /// Every second one of the file, whichever it began with.
    @Test func whatIsLeftOutIsTheSameOnAllScreens() throws {
        let clip = try #require(clips).h264(size: "160x90", rate: 60, frames: 91, bFrames: 2)
        let run = try present(
            Scenario(
                streams: [("clip", clip)],
                main: "clip",
                mode: "160x90@60",
                seconds: 9,
                loops: true,
                sync: sync
            )
        )
        let numbers = run.presented("clip").map { Int(($0.pts * 60).rounded()) }
        #expect(numbers.count > 230)
        #expect(numbers.dropFirst().allSatisfy { $0.isMultiple(of: 2) }, "\(numbers)")
        #expect(try #require(try run.stream("clip").wall).resyncs[.late] == 0)
    }

    @Test func whatHasNoLengthPlaysAsAnyOther() throws {
        let clip = try #require(clips).h264(size: "160x90", rate: 30, frames: 15, bFrames: 0)
        let run = try present(
            Scenario(streams: [("clip", clip)], main: "clip", seconds: 3, loops: true, sync: sync)
        )
        #expect(run.presented("clip").count > 80)
        let wall = try #require(try run.stream("clip").wall)
        #expect(!wall.isInStep && wall.duration == nil && wall.error == nil)
        #expect(wall.resyncs.values.allSatisfy { $0 == 0 })
    }

    /// The file is another one when it is begun anew, which is too short for a wall.
    @Test func whatHasALengthNoLongerLeavesItsWall() throws {
        let clips = try #require(clips)
        let long = try clips.h264(size: "160x90", rate: 25, frames: 50, bFrames: 0)
        let short = try clips.h264(size: "96x64", rate: 25, frames: 10, bFrames: 0)
        let path = URL(fileURLWithPath: "\(long)-another.mp4")
        let next = URL(fileURLWithPath: "\(long)-next.mp4")
        try FileManager.default.copyItem(at: URL(fileURLWithPath: long), to: path)
        try FileManager.default.copyItem(at: URL(fileURLWithPath: short), to: next)
        var wasInStep = false
        var presentedWhenLeft: Int?
        var scenario = Scenario(
            streams: [("clip", path.path)],
            main: "clip",
            mode: "160x90@50",
            loops: true,
            sync: sync
        )
        scenario.isDone = { pipeline in
            let now = pipeline.snapshot()
            guard let stream = now.streams.first else { return false }
            if !wasInStep, stream.wall?.isInStep == true {
                wasInStep = rename(next.path, path.path) == 0
            }
            guard wasInStep, stream.wall?.duration == nil, stream.status.loops > 5 else {
                return false
            }
            // What was decoded by then is shown first.
            let left = presentedWhenLeft ?? now.main.presented
            presentedWhenLeft = left
            return now.main.presented > left + 100
        }
        let run = try present(scenario)
        #expect(wasInStep)
        let wall = try #require(try run.stream("clip").wall)
        #expect(!wall.isInStep && wall.duration == nil)
        #expect(run.presented("clip").last?.width == 96)
    }

    /// Of what took its place nothing is known yet.
    @Test func whatIsDefinedAnewIsInStepWhenItIsItself() throws {
        let clips = try #require(clips)
        let clip = try clips.h264(size: "160x90", rate: 25, frames: 50, bFrames: 0)
        var other = try StreamConfiguration(id: #require(StreamID("clip")), url: "/nowhere/a.mp4")
        other.loop = true
        other.sync = sync
        var isDefined = false
        var isInStep: [Bool] = []
        var scenario = Scenario(
            streams: [("clip", clip)],
            main: "clip",
            mode: "160x90@50",
            loops: true,
            sync: sync
        )
        scenario.isDone = { pipeline in
            guard let wall = pipeline.snapshot().streams.first?.wall else { return false }
            if isDefined {
                isInStep.append(wall.isInStep)
                return !wall.isInStep
            }
            if wall.isInStep { isDefined = (try? pipeline.define(other)) != nil }
            return false
        }
        let run = try present(scenario)
        #expect(isDefined && isInStep.last == false)
        #expect(try run.stream("clip").wall?.isInStep == false)
    }

    @Test func aPausedOneGoesOnWhereTheWallIs() throws {
        let clip = try #require(clips).h264(size: "160x90", rate: 25, frames: 50, bFrames: 2)
        let id = try #require(StreamID("clip"))
        var scenario = Scenario(
            streams: [("clip", clip)],
            main: "clip",
            mode: "160x90@50",
            loops: true,
            sync: sync
        )
        scenario.prepare = { try $0.steer(id, Steering(isPaused: true)) }
        var isSteered = false
        scenario.isDone = { pipeline in
            let flips = pipeline.snapshot().output.flips
            guard flips > 300 else { return false }
            if !isSteered {
                isSteered = (try? pipeline.steer(id, Steering(isPaused: false))) != nil
            }
            return pipeline.snapshot().streams[0].wall?.isInStep == true
        }
        let run = try present(scenario)
        let last = try #require(run.presented("clip").last)
        #expect(abs(try error(of: last, round: 2)) <= 0.010_001)
        let error = #expect(throws: PipelineError.self) {
            let pipeline = try Pipeline(PipelineConfiguration())
            var stream = try StreamConfiguration(id: id, url: "/nowhere/a.mp4")
            stream.sync = sync
            try pipeline.define(stream)
            try pipeline.steer(id, Steering(position: .zero))
        }
        #expect(error.map { "\($0)" }?.contains("wall") == true)
    }
}
