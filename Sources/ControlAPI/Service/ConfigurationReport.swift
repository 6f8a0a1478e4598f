/// What a client says beside the text of a configuration.
public struct ConfigurationFields: FieldList {
    public static let all = Self()

    public let confirmWithin = Field.number(
        "confirm_within",
        5...3600,
        "Seconds after which it is taken back unless it was confirmed"
    )

    public var rules: [FieldRule] { [confirmWithin.rule] }
}

/// A configuration that is to be tried.
public struct ConfigurationDraft: Hashable, Sendable {
    /// What is meant where nobody says when it is taken back, in seconds.
    public static let usualSeconds = 60.0

    /// What messages call it where nobody says.
    public static let usualName = "configuration"

    /// YAML, as in a file.
    public var text: String
    /// What messages call it, as they name lines.
    public var name: String
    /// Inside its range (`ConfigurationFields`).
    public var confirmWithin: Double
    /// Whether it came by the control socket, whose users may do anything.
    public var isFromSocket = false

    public init(
        text: String,
        name: String = usualName,
        confirmWithin: Double = usualSeconds
    ) {
        self.text = text
        self.name = name
        self.confirmWithin = confirmWithin
    }
}

/// The configuration that is in force, whether it is on trial, and what came of the last trial.
public struct ConfigurationReport: Hashable, Sendable, Codable {
    /// Where what is in force comes from.
    public enum Source: String, Hashable, Sendable, Codable, CaseIterable {
        /// What the daemon was started with: its file, or nothing.
        case file
        /// A client has applied it.
        case applied
    }

    /// Counted from 1, and never given twice; 0 for what the file says.
    public var generation: Int
    public var source: Source
    /// The digest of the text that was applied; nil for the file.
    public var sha256: String?
    /// nil where it is kept.
    public var trial: ConfigurationTrialReport?
    /// nil where none was yet.
    public var last: ConfigurationOutcome?

    public init(
        generation: Int = 0,
        source: Source = .file,
        sha256: String? = nil,
        trial: ConfigurationTrialReport? = nil,
        last: ConfigurationOutcome? = nil
    ) {
        self.generation = generation
        self.source = source
        self.sha256 = sha256
        self.trial = trial
        self.last = last
    }
}

/// How it stands with a configuration on trial.
public struct ConfigurationTrialReport: Hashable, Sendable, Codable {
    /// Until it is taken back.
    public var secondsLeft: Double
    /// Whether it can be confirmed.
    public var healthy: Bool
    /// Why not, as a sentence for people; nil while it can.
    public var reason: String?

    public init(secondsLeft: Double, healthy: Bool, reason: String? = nil) {
        self.secondsLeft = secondsLeft
        self.healthy = healthy
        self.reason = reason
    }

    private enum CodingKeys: String, CodingKey {
        case healthy, reason
        case secondsLeft = "seconds_left"
    }
}

/// What came of a configuration that was on trial.
public struct ConfigurationOutcome: Hashable, Sendable, Codable {
    public enum Result: String, Hashable, Sendable, Codable, CaseIterable {
        /// It is kept.
        case confirmed
        /// What was in force before it is so again.
        case rolledBack = "rolled-back"
        /// The file was changed, and is in force in its place.
        case superseded
    }

    public var generation: Int
    public var result: Result
    /// As a sentence for people; nil where it was confirmed.
    public var reason: String?
    /// The streams, playlists and overlays that were there before it and could not come back; nil for
    /// none. A stream or playlist is its ID, an overlay the word "overlay" and its ID.
    public var leftOut: [String]?
    /// In seconds since 1970.
    public var time: Double

    public init(
        generation: Int,
        result: Result,
        reason: String? = nil,
        leftOut: [String]? = nil,
        time: Double
    ) {
        self.generation = generation
        self.result = result
        self.reason = reason
        self.leftOut = leftOut
        self.time = time
    }

    private enum CodingKeys: String, CodingKey {
        case generation, result, reason, time
        case leftOut = "left_out"
    }
}
