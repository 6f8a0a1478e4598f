internal import Control
internal import ControlAPI
internal import Ingest
internal import Media
internal import Pipeline

/// The streams as the HTTP API sees them.
///
/// Thread: safe.
struct DaemonStreams: StreamsBackend {
    let pipeline: Pipeline
    /// What looks at files.
    let lookLane: WorkLane
    let views: ViewNotices
    let events: EventHub

    func streams() async -> [StreamReport] {
        pipeline.snapshot().streams.map(Reports.stream)
    }

    func streamIDs() async -> [String] { pipeline.streamIDs.map(\.name) }

    func stream(_ id: String) async -> StreamReport? {
        pipeline.snapshot().streams.first { $0.id.name == id }.map(Reports.stream)
    }

    func putStream(
        _ id: String,
        _ definition: StreamDefinition
    ) async throws(ControlError) -> StreamChange {
        let name = try StreamID(id, or: ControlError.unprocessable)
        let address: SourceAddress
        do throws(SourceError) {
            address = try .parse(definition.url)
        } catch {
            throw ControlError(PipelineError.stream(name, error))
        }
        if let refusal = CameraRule.refusal(of: definition.fields, at: address) {
            throw .unprocessable("`\(refusal.field)` \(refusal.reason).")
        }
        let configuration = StreamConfiguration(name, address, definition.fields)
        if let refusal = LookbackRule.refusal(of: configuration) {
            throw .unprocessable(MessageText(message: refusal))
        }
        if let refusal = SyncRule.refusal(of: configuration, definition.fields) {
            throw .unprocessable(refusal + ".")
        }
        do {
            let created = try pipeline.define(configuration) {
                events.publish(Events.streamAdded($0))
            }
            if configuration.placeholder.image != nil, let source = pipeline.source(of: name) {
                await look(atPlaceholderOf: source)
            }
            let report = await stream(id)
            return StreamChange(
                stream: report
                    ?? StreamReport(id: id, url: "", state: StreamState.connecting.rawValue),
                created: created
            )
        } catch {
            throw ControlError(error)
        }
    }

    /// Has its client be told what is wrong with the image, where that is known within 300 ms: a
    /// disk may not answer.
    private func look(atPlaceholderOf source: IngestStream) async {
        let (looks, look) = AsyncStream<Void>.makeStream()
        lookLane.start { outcome in
            if case .success = outcome { source.lookAtPlaceholder() }
            look.finish()
        }
        let timer = Task {
            try await Task.sleep(nanoseconds: 300_000_000)
            look.finish()
        }
        for await _ in looks {}
        timer.cancel()
    }

    func patchStream(
        _ id: String,
        _ patch: FieldValues<StreamPatchFields>
    ) async throws(ControlError) -> StreamReport {
        let name = try StreamID(id, or: ControlError.notFound)
        let steering = Steering(
            isPaused: patch.paused,
            position: patch.position.map { .zero + .seconds($0) }
        )
        do {
            try pipeline.steer(name, steering)
        } catch {
            throw ControlError(error)
        }
        guard let report = await stream(id) else {
            throw .notFound("The stream \(quoted(id)) was removed meanwhile.")
        }
        return report
    }

    func deleteStream(_ id: String) async throws(ControlError) {
        let name = try StreamID(id, or: ControlError.notFound)
        do {
            if try pipeline.remove(name) { views.tell() }
        } catch {
            throw ControlError(error)
        }
    }
}
