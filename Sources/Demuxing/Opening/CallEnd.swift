package import Media

/// How a libav call ended that brought nothing, besides the code that it returned.
package enum CallEnd: Hashable, Sendable {
    /// By itself.
    case failed
    /// libavformat was not given a playlist that it cannot take.
    case refused(PlaylistRefusal)
    /// More came than any source sends before its first picture.
    case flooded(Flood)
    /// It took longer than it may.
    case late(Wait)

    /// What came without end.
    package enum Flood: Hashable, Sendable {
        case header
        case media
        /// Of a file, so many bytes.
        case file(Int64)
    }

    /// What was waited for in vain.
    package struct Wait: Hashable, Sendable {
        let duration: Nanoseconds
        let came: Came

        package init(duration: Nanoseconds, came: Came) {
            self.duration = duration
            self.came = came
        }
    }

    /// What came meanwhile.
    package enum Came: Hashable, Sendable {
        case nothing
        /// Something, but no picture.
        case data
        /// No picture; libavformat does not tell whether anything else did.
        case unknown
    }
}
