internal import ControlAPI
internal import MQTT

/// What is shown and measured, as those who look on over a broker are told.
struct BrokerState: Hashable, Sendable {
    /// What rates are made of: two of these.
    struct Sample: Hashable, Sendable {
        /// Seconds since the start.
        var time: Double
        /// Pictures of the main view.
        var presented: Int
        /// Of its stream: how many pictures' latency is in the sum.
        var stream: String?
        var latencyCount: Int
        var latencyMilliseconds: Double
    }

    /// What changes only when something happens.
    let lasting: [String: JSONValue]
    /// What is different each time.
    let measured: [String: JSONValue]
    let sample: Sample
    /// What can be chosen from.
    let offer: HomeAssistantDevice.Offer

    /// - Parameters:
    ///   - status: What is shown.
    ///   - stats: What was measured until then.
    ///   - playlists: The IDs of those streams that are playlists.
    ///   - last: Of the state before; nil for the first.
    init(_ status: StatusReport, _ stats: StatsReport, playlists: [String], since last: Sample?) {
        let view = status.view
        let playlist = playlists.first { $0 == view.main }
        lasting = [
            "main": view.main.map { .string($0) } ?? .null,
            "pip": view.pip.enabled ? "ON" : "OFF",
            "pip_stream": view.pip.stream.map { .string($0) } ?? .null,
            "corner": view.pip.corner.map { .string($0) } ?? .null,
            "size": .number(view.pip.size),
            "playlist": playlist.map { .string($0) } ?? .null,
            "config_generation": .integer(status.configGeneration),
            "streams": .object(
                Dictionary(
                    status.streams.map { ($0.id, $0.state == "playing" ? "ON" : "OFF") }
                ) { first, _ in first }
            ),
        ]
        offer = .init(streams: status.streams.map(\.id), playlists: playlists)
        let sample = Self.sample(stats, main: view.main)
        self.sample = sample
        measured = [
            "fps": Self.rate(sample, since: last), "late": .integer(stats.output.lateFlips),
            "memory_mb": .integer(stats.memory.residentBytes / 1_000_000),
            "latency_ms": Self.latency(sample, since: last),
        ]
    }

    /// All of it, without the streams where they are too many for the limit.
    var json: JSONValue {
        let all = lasting.merging(measured) { $1 }
        let bytes = (try? JSONText.encode(JSONValue.object(all)))?.count ?? 0
        return .object(bytes <= BrokerMessage.mostBytes ? all : all.filter { $0.key != "streams" })
    }

    private static func sample(_ stats: StatsReport, main: String?) -> Sample {
        let latency = stats.streams.first { $0.id == main }?.latency
        return Sample(
            time: stats.uptimeSeconds,
            presented: stats.views.first { $0.view == "main" }?.presented ?? 0,
            stream: main,
            latencyCount: latency?.counts.reduce(0, +) ?? 0,
            latencyMilliseconds: latency?.sumMilliseconds ?? 0
        )
    }

    /// New pictures a second in the main view, to a tenth; null where nothing is to be compared.
    private static func rate(_ sample: Sample, since last: Sample?) -> JSONValue {
        guard let last, sample.time > last.time else { return .null }
        let rate = Double(sample.presented - last.presented) / (sample.time - last.time)
        return .number((max(0, rate) * 10).rounded() / 10)
    }

    /// From decoded to presented, on the average of the pictures since then.
    private static func latency(_ sample: Sample, since last: Sample?) -> JSONValue {
        guard let last, last.stream == sample.stream, sample.latencyCount > last.latencyCount
        else { return .null }
        let sum = sample.latencyMilliseconds - last.latencyMilliseconds
        let mean = sum / Double(sample.latencyCount - last.latencyCount)
        return .number((mean * 10).rounded() / 10)
    }
}
