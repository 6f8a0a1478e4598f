/// What was measured since the start, for who draws it over time: whoever asks twice has what
/// happened in between.
public struct StatsReport: Hashable, Sendable, Codable {
    /// Seconds since 1970-01-01 00:00 UTC.
    public var time: Double
    public var uptimeSeconds: Double
    /// Of the process, of all processors.
    public var cpuSeconds: Double
    public var memory: MemoryReport
    public var output: OutputStats
    /// Main and the picture in picture.
    public var views: [ViewStats]
    public var streams: [StreamStats]

    public init(
        time: Double,
        uptimeSeconds: Double,
        cpuSeconds: Double,
        memory: MemoryReport,
        output: OutputStats,
        views: [ViewStats],
        streams: [StreamStats]
    ) {
        self.time = time
        self.uptimeSeconds = uptimeSeconds
        self.cpuSeconds = cpuSeconds
        self.memory = memory
        self.output = output
        self.views = views
        self.streams = streams
    }

    private enum CodingKeys: String, CodingKey {
        case time, memory, output, views, streams
        case uptimeSeconds = "uptime_seconds"
        case cpuSeconds = "cpu_seconds"
    }
}

/// How the output kept its pace.
public struct OutputStats: Hashable, Sendable, Codable {
    public var flips: Int
    /// Scanouts that passed without the presentation thread.
    public var lateFlips: Int
    public var interval: HistogramReport
    /// To draw a changed scene.
    public var compose: HistogramReport

    public init(flips: Int, lateFlips: Int, interval: HistogramReport, compose: HistogramReport) {
        self.flips = flips
        self.lateFlips = lateFlips
        self.interval = interval
        self.compose = compose
    }

    private enum CodingKeys: String, CodingKey {
        case flips, interval, compose
        case lateFlips = "late_flips"
    }
}

/// What was shown in a view.
public struct ViewStats: Hashable, Sendable, Codable {
    /// `main` or `pip`.
    public var view: String
    public var presented: Int
    public var freezes: Int
    /// Between two new pictures.
    public var interval: HistogramReport

    public init(view: String, presented: Int, freezes: Int, interval: HistogramReport) {
        self.view = view
        self.presented = presented
        self.freezes = freezes
        self.interval = interval
    }
}

/// What became of a stream's pictures.
public struct StreamStats: Hashable, Sendable, Codable {
    public var id: String
    /// See `StreamReport`.
    public var state: String
    public var received: Int
    public var presented: Int
    /// By reason.
    public var dropped: [String: Int]
    public var reconnects: Int
    /// From decoded to presented.
    public var latency: HistogramReport

    public init(
        id: String,
        state: String,
        received: Int,
        presented: Int,
        dropped: [String: Int],
        reconnects: Int,
        latency: HistogramReport
    ) {
        self.id = id
        self.state = state
        self.received = received
        self.presented = presented
        self.dropped = dropped
        self.reconnects = reconnects
        self.latency = latency
    }
}

/// How often something took how long.
public struct HistogramReport: Hashable, Sendable, Codable {
    /// The upper bound of each bucket but the last, which has none.
    public var boundsMilliseconds: [Double]
    /// One more than bounds.
    public var counts: [Int]
    public var sumMilliseconds: Double

    public init(boundsMilliseconds: [Double], counts: [Int], sumMilliseconds: Double) {
        self.boundsMilliseconds = boundsMilliseconds
        self.counts = counts
        self.sumMilliseconds = sumMilliseconds
    }

    private enum CodingKeys: String, CodingKey {
        case counts
        case boundsMilliseconds = "bounds_ms"
        case sumMilliseconds = "sum_ms"
    }
}
