/// What the daemon is, shows and uses at one moment.
public struct StatusReport: Hashable, Sendable, Codable {
    /// The version of the daemon, such as `1.0.0`.
    public var version: String
    public var uptimeSeconds: Double
    public var output: OutputReport
    public var view: ViewReport
    /// One for every stream, in the order of their IDs.
    public var streams: [StreamReport]
    public var memory: MemoryReport
    /// The number of the configuration that was applied and is in force; 0 for what the file says.
    public var configGeneration = 0

    // One parameter for each member of the document.
    public init(
        version: String,
        uptimeSeconds: Double,
        output: OutputReport,
        view: ViewReport,
        streams: [StreamReport],
        memory: MemoryReport
    ) {
        self.version = version
        self.uptimeSeconds = uptimeSeconds
        self.output = output
        self.view = view
        self.streams = streams
        self.memory = memory
    }

    private enum CodingKeys: String, CodingKey {
        case version, output, view, streams, memory
        case uptimeSeconds = "uptime_seconds"
        case configGeneration = "config_generation"
    }
}

/// Where the composed picture goes.
public struct OutputReport: Hashable, Sendable, Codable {
    /// `kms`, `headless` or `virtual`.
    public var kind: String
    /// The size and refresh rate, such as `1280x720@30`; `none` without a display.
    public var mode: String
    /// The connector's name, such as `HDMI-A-1`; nil where there is none.
    public var connector: String?
    /// `planes`, `gles` or `cpu`.
    public var compositor: String
    /// What draws, in its own words: instructions such as `AVX2`, or a GPU's name.
    public var renderer: String
    /// The kernel's driver of the display.
    public var driver: String?
    /// How far the picture is turned clockwise on the display: 0, 90, 180, 270.
    public var rotation = 0
    /// Why this compositor and no other, where there was a choice.
    public var reason: String?
    /// How the compositor gets at pictures that come as dma-bufs: in place, or why not.
    public var imports: String?
    /// Why nothing is shown; nil while something is.
    public var waiting: String?

    public init(
        kind: String,
        mode: String,
        connector: String? = nil,
        compositor: String,
        renderer: String
    ) {
        self.kind = kind
        self.mode = mode
        self.connector = connector
        self.compositor = compositor
        self.renderer = renderer
    }
}

/// What the process uses.
public struct MemoryReport: Hashable, Sendable, Codable {
    public var residentBytes: Int
    /// Decoded pictures of all streams.
    public var poolBytes: Int

    public init(residentBytes: Int, poolBytes: Int) {
        self.residentBytes = residentBytes
        self.poolBytes = poolBytes
    }

    private enum CodingKeys: String, CodingKey {
        case residentBytes = "resident_bytes"
        case poolBytes = "pool_bytes"
    }
}
