package import Media

/// Gives every picture a timestamp that a display can use.
///
/// The stream's own timestamps pass unchanged while they increase. Missing and
/// repeated ones follow the last by its duration; so do small steps back, which
/// careless muxers make, unless they go on: then the stream has begun a new
/// timeline, and that is said.
///
/// Thread: reentrant; time is a value.
package struct TimestampRepair: Sendable {
    package struct Result: Hashable, Sendable {
        package var pts: MediaTime
        /// Zero where nothing is known.
        package var duration: Nanoseconds
        /// Whether `pts` bears no relation to the one before.
        package var isDiscontinuous: Bool
    }

    /// Steps back up to here may be noise.
    static let tolerance = Nanoseconds.milliseconds(500)
    /// So many small steps back in a row are a new timeline.
    static let patience = 8

    private let frameInterval: Nanoseconds?
    private var last: Result?
    private var lastGiven: MediaTime?
    private var stepsBack = 0

    /// - Parameter frameInterval: The stream's nominal one.
    package init(frameInterval: Nanoseconds?) {
        self.frameInterval = frameInterval
    }

    /// - Parameters:
    ///   - given: The decoder's timestamp; nil where it has none.
    ///   - duration: The decoder's; zero or less where it has none.
    /// - Returns: What the picture gets.
    package mutating func next(_ given: MediaTime?, duration: Nanoseconds) -> Result {
        let duration = duration.count > 0 ? duration : frameInterval ?? .zero
        defer { lastGiven = given ?? lastGiven }
        guard let last else {
            return keep(given ?? .zero, duration, isDiscontinuous: true)
        }
        let expected = last.pts + (last.duration.count > 0 ? last.duration : .milliseconds(40))
        guard let given, given != lastGiven else { return keep(expected, duration) }
        if given > last.pts {
            stepsBack = 0
            return keep(given, duration)
        }
        stepsBack += 1
        if last.pts - given > Self.tolerance || stepsBack > Self.patience {
            stepsBack = 0
            return keep(given, duration, isDiscontinuous: true)
        }
        return keep(expected, duration)
    }

    private mutating func keep(
        _ pts: MediaTime,
        _ duration: Nanoseconds,
        isDiscontinuous: Bool = false
    ) -> Result {
        let result = Result(pts: pts, duration: duration, isDiscontinuous: isDiscontinuous)
        last = result
        return result
    }
}
