import Ingest
import Media
import Pipeline
import Presentation
import Synchronization
import TestSupport
import Testing

/// What becomes of commands that the presentation thread does not obey.
@Suite struct CommandTests {
    @Test func aCaptureThatNobodyTakesIsAnsweredOnceByStop() throws {
        let pipeline = try Pipeline(PipelineConfiguration())
        let answers = Answers()
        try pipeline.screen.capture { answers.note($0) }
        pipeline.stop()
        pipeline.stop()
        pipeline.handleEvents { _ in }
        #expect(answers.all == [false])
    }

    @Test func aCaptureAfterTheEndOfTheRunIsRefusedAndThoseBeforeAreAnswered() throws {
        let answers = Answers()
        var asked = 0
        _ = try present(
            Scenario(streams: [("a", "test:64x36@30")], main: "a", seconds: 0.5)
        ) { pipeline, event in
            switch event {
            case .firstPictureShown:
                // The run may be over by the time its first picture is heard of.
                while asked < 8, (try? pipeline.screen.capture { answers.note($0) }) != nil {
                    asked += 1
                }
            case .finished:
                #expect(throws: PipelineError.self) {
                    try pipeline.screen.capture { answers.note($0) }
                }
            default: break
            }
        }
        #expect(answers.all.count == asked)
    }

    @Test func aStreamIsRemovedByOneCommandOrNotAtAll() throws {
        let pipeline = try Pipeline(PipelineConfiguration())
        defer { pipeline.stop() }
        let id = try #require(StreamID("a"))
        try pipeline.define(StreamConfiguration(id: id, url: "test:64x36@30"))
        // With the command above, all but one of the 256 that may wait.
        for round in 0..<254 {
            try pipeline.changeView { $0.state.main = round.isMultiple(of: 2) ? id : nil }
        }
        try pipeline.remove(id)
        #expect(pipeline.streamIDs.isEmpty)
        #expect(throws: PipelineError.self) {
            try pipeline.define(StreamConfiguration(id: id, url: "test:64x36@30"))
        }
        #expect(pipeline.streamIDs.isEmpty)
    }
}

/// Whether each answer was a picture.
private final class Answers: Sendable {
    private let pictures = Mutex<[Bool]>([])

    var all: [Bool] { pictures.withLock { $0 } }

    func note(_ picture: ViewPicture?) { pictures.withLock { $0.append(picture != nil) } }
}
