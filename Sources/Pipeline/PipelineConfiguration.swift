public import Media
public import Presentation

/// What a pipeline is made with; what may change later has commands of its own.
public struct PipelineConfiguration: Hashable, Sendable {
    public var output = OutputKind.headless(.standard)
    public var compositor = CompositorKind.automatic
    /// The cap on each stream's frame rate; nil lifts it.
    public var maximumRate: Hertz? = .thirty
    public var clock = Clock.realtime
    /// Stop when the main stream has ended and its last frame was shown.
    public var once = false
    /// Stop after this much of the output's time.
    public var duration: Nanoseconds?
    /// Bytes that what a playlist has open ahead may take, but for the one that follows.
    public var preloadBytes = 192 << 20
    /// Which of the forms is played that items of playlists offer.
    public var itemVariant = VariantWish.automatic
    /// How long playlists wait to be told where they were in an earlier run, by
    /// `Playlists.begin`; nil: they begin at once.
    public var playlistPatience: Nanoseconds?
    /// The same where nobody says how long.
    public static let usualPlaylistPatience = Nanoseconds.milliseconds(2_000)

    public init() {}

    public enum OutputKind: Hashable, Sendable {
        case headless(HeadlessMode)
        /// A display, through kernel mode setting.
        case kms(DisplayConfiguration)
        /// A display where the machine has one that this process may drive,
        /// connected or not; else headless.
        case automatic(DisplayConfiguration, otherwise: HeadlessMode)
    }

    /// How time passes.
    public enum Clock: String, Hashable, Sendable {
        /// `CLOCK_MONOTONIC`.
        case realtime
        /// As fast as the machine can, in media time; decisions are those of
        /// an ideal display and the same on every machine.
        case virtual
    }
}

/// Which display, and how it is driven.
public struct DisplayConfiguration: Hashable, Sendable {
    /// Such as `HDMI-A-1`; nil takes the first that is connected.
    public var connector: String?
    public var mode = ModePreference.preferred
    /// How far the picture is turned clockwise on the display.
    public var rotation = Rotation.none

    public init() {}
}

/// The mode of a display without a screen.
public struct HeadlessMode: Hashable, Sendable {
    public var size: PixelSize
    public var refreshRate: Hertz
    /// How far the display would be turned: the picture is composed as it would be
    /// for one, upright.
    public var rotation = Rotation.none

    /// The composed picture's size.
    public var pictureSize: PixelSize { rotation.exchangesAxes ? size.transposed : size }

    /// In pixels.
    public static let sides = 16...PixelSize.largestSide

    /// Returns nil unless both sides are in their range and the rate is 1 to 240 Hz.
    public init?(size: PixelSize, refreshRate: Hertz) {
        guard Self.sides.contains(size.width), Self.sides.contains(size.height) else { return nil }
        guard (1...240).contains(refreshRate.value) else { return nil }
        self.size = size
        self.refreshRate = refreshRate
    }

    private init() {
        size = PixelSize(width: 1280, height: 720)
        refreshRate = .thirty
    }

    /// 1280x720 at 30 Hz.
    public static let standard = Self()
}

extension HeadlessMode: CustomStringConvertible {
    public var description: String { "\(size)@\(refreshRate)" }
}

/// Which compositor draws.
public enum CompositorKind: String, Hashable, Sendable, CaseIterable {
    /// The best that the output offers: planes, a real GPU, the CPU.
    case automatic = "auto"
    case planes
    case gles
    case cpu
}
