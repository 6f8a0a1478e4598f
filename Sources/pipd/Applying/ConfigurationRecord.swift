internal import ControlAPI
internal import Media

/// A configuration that was applied to a running daemon.
struct AppliedConfiguration: Hashable, Sendable, Codable {
    /// Counted from 1; none is given twice.
    let generation: Int
    /// The digest of the file that it was applied over; nil where there was none.
    var over: String?
    /// YAML.
    let text: String

    var digest: String { Self.digest(of: text) }

    static func digest(of text: String) -> String { SHA256.hexadecimal(of: Array(text.utf8)) }

    /// Whether it holds in place of a file: of the one that it was applied over, and of one that
    /// says the same as it does.
    func holds(over file: String?) -> Bool { file == over || file == digest }
}

/// What a daemon has to know of applied configurations over its end. It is written as a whole:
/// whenever the power goes, the next start finds what was confirmed before, or after.
///
/// What is on trial is only named: nothing of it is to be had after a start.
struct ConfigurationRecord: Hashable, Sendable, Codable {
    /// The last number that was given.
    private(set) var lastGeneration = 0
    /// What is in force in the file's place; nil: the file is.
    private(set) var applied: AppliedConfiguration?
    /// The number of the one on trial.
    private(set) var trial: Int?
    private(set) var outcome: ConfigurationOutcome?

    private enum CodingKeys: String, CodingKey {
        case lastGeneration = "last"
        case applied, trial, outcome
    }

    /// The number that the next one gets.
    var nextGeneration: Int { lastGeneration + 1 }

    mutating func trialBegan() {
        lastGeneration = nextGeneration
        trial = lastGeneration
    }

    /// What was on trial is kept.
    mutating func confirmed(_ new: AppliedConfiguration, at time: Double) {
        applied = new
        end(.confirmed, at: time)
    }

    mutating func rolledBack(
        because reason: MessageText,
        without leftOut: [String] = [],
        at time: Double
    ) {
        end(.rolledBack, because: reason, without: leftOut, at: time)
    }

    /// It could not be put in force, so that nothing came of it.
    mutating func withdrawn() { trial = nil }

    /// The file was changed, and is in force: nothing holds in its place any more.
    mutating func fileTaken(at time: Double) {
        trial = trial ?? applied?.generation
        applied = nil
        end(.superseded, because: "the file was changed, and is in force", at: time)
    }

    /// The file says now what was applied over it: only a change from here on is one.
    mutating func fileFollowed(_ digest: String?) { applied?.over = digest }

    /// - Returns: The number of what was on trial when the daemon ended, of which nothing is left;
    ///   nil for none.
    mutating func started(at time: Double) -> Int? {
        guard let trial else { return nil }
        end(.rolledBack, because: "pipd ended while it was on trial", at: time)
        return trial
    }

    private mutating func end(
        _ result: ConfigurationOutcome.Result,
        because reason: MessageText? = nil,
        without leftOut: [String] = [],
        at time: Double
    ) {
        guard let generation = trial else { return }
        outcome = ConfigurationOutcome(
            generation: generation,
            result: result,
            reason: reason?.description,
            leftOut: leftOut.isEmpty ? nil : leftOut,
            time: time
        )
        trial = nil
    }
}
