import Foundation
import Ingest
import Media
import Platform
import Presentation
import Synchronization
import TestSupport
import Testing

@testable import Pipeline

/// One line of a frame log.
struct LoggedFrame: Decodable, Hashable {
    let stream: String
    let layer: String?
    let n: Int
    let pts: Double
    let decision: String
    let reason: String?
    let scheduled: Double
    let presented: Double?
    let width: Int
    let height: Int
    let format: String
    let md5: String?

    var isPresented: Bool { decision == "presented" }
}

/// A finished run: its frame log, its events and its last numbers.
struct Run {
    let frames: [LoggedFrame]
    let events: [PipelineEvent]
    let snapshot: PipelineSnapshot

    func presented(_ stream: String) -> [LoggedFrame] {
        frames.filter { $0.stream == stream && $0.isPresented }
    }

    func dropped(_ stream: String) -> [LoggedFrame] {
        frames.filter { $0.stream == stream && !$0.isPresented }
    }

    func stream(_ name: String) throws -> StreamSnapshot {
        try #require(snapshot.streams.first { $0.id.name == name })
    }

    /// The streams whose end was told, in order.
    var ended: [String] {
        events.compactMap { event in
            if case .streamEnded(let id) = event { id.name } else { nil }
        }
    }

    var resizes: [PixelSize] {
        events.compactMap { event in
            if case .layerResized(_, _, let size) = event { size } else { nil }
        }
    }

    var rebuilds: [String] {
        events.compactMap { event in
            if case .layerRebuilt(_, _, let cause) = event { cause.cause } else { nil }
        }
    }
}

/// What a test runs.
struct Scenario {
    var streams: [(name: String, url: String)] = []
    var main: String?
    var pip: String?
    var mode = "1280x720@30"
    var maximumRate: Hertz? = .thirty
    var transition = ViewTransition.cut
    var once = false
    var seconds: Double?
    var digests = false
    var loops = false
    var decoding = StreamConfiguration.Decoding.full
    var sync: WallSync?
    /// Called before the start, with all defined and shown.
    var prepare: (Pipeline) throws -> Void = { _ in }
    /// Asked after each batch of events: ends a run that has no end of its own.
    var isDone: (Pipeline) -> Bool = { _ in false }
}

extension StreamAttachment {
    /// Waits for the thread of a stream that was told to stop, however late that is here, where
    /// the program leaves it behind, and counts what is left in the ring.
    func awaitEnd() {
        #expect(finish(by: MonotonicClock.now() + .milliseconds(30_000)), "stream \(id)")
    }
}

extension Pipeline {
    /// The streams that it knows, also those that it has told to stop and not given up yet.
    var knownStreams: [StreamAttachment] {
        control.state.withLock { state in
            let programme = state.programme
            return state.attachments + programme.leaving + programme.ending.map(\.attachment)
        }
    }

    /// Waits for the threads of the streams that `stop` has left behind.
    ///
    /// - Parameter others: Streams that it knew before: one whose thread took its time was
    ///   given up, and counts its last picture later.
    func awaitStreams(and others: [StreamAttachment] = []) {
        for attachment in knownStreams + others { attachment.awaitEnd() }
    }
}

/// Runs a scenario in virtual time until it is finished; `during` is called
/// with the running pipeline and each event.
func present(
    _ scenario: Scenario,
    during: (Pipeline, PipelineEvent) throws -> Void = { _, _ in }
) throws -> Run {
    let path = NSTemporaryDirectory() + "pipd-\(UUID().uuidString).jsonl"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let file = try systemCall("open") { open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
    let log = try FrameLog(taking: OwnedDescriptor(taking: file), mayWait: true)
    try log.startWriting()
    defer {
        log.close()
        log.join()
    }
    let pipeline = try Pipeline(configuration(scenario), frameLog: log)
    for (name, url) in scenario.streams { try pipeline.define(stream(name, url, scenario)) }
    try pipeline.changeView { $0.state = view(scenario) }
    try scenario.prepare(pipeline)
    try pipeline.start()
    let events = try collectEvents(of: pipeline, until: scenario.isDone, during: during)
    pipeline.stop()
    pipeline.awaitStreams()
    let snapshot = pipeline.snapshot()
    log.close()
    log.join()
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    let frames = try lines.map { try JSONDecoder().decode(LoggedFrame.self, from: Data($0.utf8)) }
    return Run(frames: frames, events: events, snapshot: snapshot)
}

private func configuration(_ scenario: Scenario) throws -> PipelineConfiguration {
    var configuration = PipelineConfiguration()
    let numbers = scenario.mode.split { "x@".contains($0) }.compactMap { Int32($0) }
    let rate = try #require(Hertz(numerator: numbers[2]))
    configuration.output = .headless(
        try #require(
            HeadlessMode(
                size: PixelSize(width: numbers[0], height: numbers[1]),
                refreshRate: rate
            )
        )
    )
    configuration.clock = .virtual
    configuration.maximumRate = scenario.maximumRate
    configuration.once = scenario.once
    configuration.duration = scenario.seconds.map { .seconds($0) }
    return configuration
}

private func stream(_ name: String, _ url: String, _ scenario: Scenario) throws
    -> StreamConfiguration
{
    var stream = try StreamConfiguration(id: try #require(StreamID(name)), url: url)
    stream.digests = scenario.digests
    stream.loop = scenario.loops
    stream.decoding = scenario.decoding
    stream.sync = scenario.sync
    return stream
}

private func view(_ scenario: Scenario) -> ViewState {
    ViewState(
        main: scenario.main.flatMap(StreamID.init),
        pip: scenario.pip.flatMap(StreamID.init),
        isPIPEnabled: scenario.pip != nil,
        transition: scenario.transition
    )
}

private func collectEvents(
    of pipeline: Pipeline,
    until isDone: (Pipeline) -> Bool,
    during: (Pipeline, PipelineEvent) throws -> Void
) throws -> [PipelineEvent] {
    var events: [PipelineEvent] = []
    var polling = PollSet(capacity: 1)
    polling.add(pipeline.eventDescriptor, tag: .init(rawValue: 0))
    let start = MonotonicClock.now()
    var progress = (presented: 0, time: start)
    var isFinished = false
    while !isFinished {
        let now = MonotonicClock.now()
        guard now < progress.time + .milliseconds(30_000), now < start + .milliseconds(600_000)
        else {
            Issue.record("nothing for 30 s, or not finished after ten minutes")
            break
        }
        // Runs without an end of their own are asked now and then whether they are done.
        _ = polling.wait(until: MonotonicClock.now() + .milliseconds(20))
        var new: [PipelineEvent] = []
        pipeline.handleEvents { new.append($0) }
        for event in new {
            try during(pipeline, event)
            if case .finished = event { isFinished = true }
        }
        events += new
        let views = pipeline.snapshot()
        let presented = views.main.presented + views.pip.presented
        if presented != progress.presented || !new.isEmpty { progress = (presented, now) }
        isFinished = isFinished || isDone(pipeline)
    }
    return events
}

extension Pipeline {
    /// Changes what is shown where.
    func changeView(_ edit: (inout PIPController) -> Void) throws { _ = try change(view: edit) }
}
