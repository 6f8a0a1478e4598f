internal import Ingest
internal import Media
internal import Pipeline
internal import Platform
internal import Presentation

/// Where the picture of a screenshot comes from, decided from what the stream is
/// and does at the moment.
enum PictureChoice: Hashable, Sendable {
    /// The one that the stream displays.
    case displayed
    /// The next that a camera delivers, which is dropped unless somebody asks.
    case next
    /// The newest that the packets kept of a stream make, which nobody decodes.
    case newest
    /// The one that was newest this long ago.
    case past(Nanoseconds)
    /// The one at a time of the source, found by a decoder of its own.
    case search(MediaTime)
    /// There is none yet; there may be soon.
    case wait(reason: String)
    /// There never is one.
    case refuse(reason: String)
    /// There never is one of what the source is now.
    case unusable(SourceError.Kind, reason: String)

    /// What is asked for, and of whom.
    struct Situation: Hashable, Sendable {
        var state: StreamState
        /// Why the stream does not play, for people.
        var reason: String?
        /// The same for programs.
        var failure: SourceError.Kind?
        var isLive: Bool
        var source: Source
        /// Whether pictures are decoded although no view may show them.
        var isDecoded: Bool
        /// Whether one of its pictures is displayed, no placeholder.
        var isDisplaying: Bool
        /// Whether that picture came longer ago than a live stream's pictures lie apart:
        /// it was displayed before the stream was hidden, or none has come since.
        var isOutdated = false
        /// Whether there are packets that make its newest picture.
        var hasPackets: Bool
    }

    /// What kind of source a stream has.
    enum Source: Hashable, Sendable {
        case camera
        /// Live or not, as `Situation.isLive` says.
        case other
    }

    /// - Parameters:
    ///   - seconds: The time that was asked for: of the source or, in a live stream and not above
    ///     zero, counted from now; nil for now. Finite, at most 1e9 either way.
    ///   - situation: The stream's.
    init(at seconds: Double?, _ situation: Situation) {
        guard let seconds else {
            self = Self.present(situation)
            return
        }
        if situation.source == .camera {
            self = .refuse(
                reason: "a camera's pictures are not kept, so there is none of another time;"
                    + " leave `at` out for the picture of now"
            )
        } else if !situation.isLive {
            self = .search(MediaTime(nanoseconds: Self.nanoseconds(seconds)))
        } else if seconds > 0 {
            self = .refuse(
                reason: "a live stream has no times of its own to ask for; give `at` as seconds"
                    + " back, such as -3.5, or leave it out for the picture of now"
            )
        } else {
            self = .past(Nanoseconds(Self.nanoseconds(-seconds)))
        }
    }

    private static func present(_ situation: Situation) -> Self {
        // What is displayed of a live stream that nobody decodes is as old as that.
        if situation.isLive, !situation.isDecoded || situation.isOutdated {
            if situation.hasPackets { return .newest }
            if !situation.isDecoded, situation.source == .camera, situation.state == .playing {
                return .next
            }
        }
        if situation.isDisplaying { return .displayed }
        if situation.hasPackets { return .newest }
        let reason = situation.reason ?? "no picture of it has come yet"
        if let failure = situation.failure, failure.isPermanent {
            return .unusable(failure, reason: reason)
        }
        return .wait(reason: reason)
    }

    /// A picture that stands for the present.
    struct Present: Hashable, Sendable {
        /// How long ago it came.
        var age: Nanoseconds
        /// Whether it is the newest that came, though nobody may decode the stream.
        var isNewest = false
        /// Whether nothing of it, and of what it refers to, was missing.
        var isWhole = true
    }

    /// How near a picture of a stream is to the present.
    ///
    /// - Parameters:
    ///   - picture: The stream's.
    ///   - situation: What the stream is and does.
    ///   - tolerance: How old a picture may be that is not of the present any more.
    /// - Returns: `exact` for a whole picture while the stream goes on, or has ended with it.
    static func tier(
        of picture: Present,
        _ situation: Situation,
        tolerance: Nanoseconds
    ) -> PictureTier {
        let goesOn = situation.state == .playing || situation.state == .ended
        // A file that nobody shows rests at the picture that it displays.
        let isCurrent = situation.isDecoded && !situation.isOutdated
        if goesOn, picture.isNewest || isCurrent || !situation.isLive {
            return picture.isWhole ? .exact : .relaxed
        }
        return picture.age <= tolerance ? .relaxed : .nearest
    }

    private static func nanoseconds(_ seconds: Double) -> Int64 {
        Int64((seconds * 1e9).rounded())
    }
}

extension PictureChoice.Situation {
    /// Of a stream in a snapshot of all.
    init(of stream: StreamSnapshot) {
        self.init(
            stream.status,
            stream.configuration,
            isShown: !stream.views.isEmpty,
            isDisplaying: stream.isDisplaying,
            hasPackets: stream.lookback.bytes > 0
        )
    }

    /// - Parameters:
    ///   - source: Of the stream.
    ///   - isShown: Whether a view shows it.
    ///   - age: Of its picture; nil: of the one that it displays.
    init(of source: IngestStream, isShown: Bool, age: Nanoseconds? = nil) {
        let displayedAge = source.displayedAge(at: MonotonicClock.now())
        self.init(
            source.status,
            source.configuration,
            isShown: isShown,
            isDisplaying: displayedAge != nil,
            hasPackets: source.lookback.bytes > 0
        )
        let age = age ?? displayedAge ?? .zero
        isOutdated = isLive && age > Self.longestAge(source.status)
    }

    /// A stream that goes on has stalled by then: what counts is how its pictures come, not
    /// what it states.
    static func longestAge(_ status: IngestStatus) -> Nanoseconds {
        let stated = (status.frameRate?.interval ?? .zero) * 3
        return status.patience ?? max(StallDetector.shortestStall, stated)
    }

    private init(
        _ status: IngestStatus,
        _ configuration: StreamConfiguration,
        isShown: Bool,
        isDisplaying: Bool,
        hasPackets: Bool
    ) {
        self.init(
            state: status.state,
            reason: status.reason,
            failure: status.failure,
            isLive: status.isLive,
            source: configuration.address.isCamera ? .camera : .other,
            isDecoded: isShown || configuration.keepWarm,
            isDisplaying: isDisplaying,
            hasPackets: hasPackets
        )
    }
}
