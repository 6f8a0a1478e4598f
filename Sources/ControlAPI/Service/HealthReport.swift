/// Whether frames, or the frame that is held on purpose, reach the output, and
/// what they show.
public struct HealthReport: Hashable, Sendable, Codable {
    /// Whether the daemon does its work; it does while a placeholder is on the screen.
    public var healthy: Bool
    /// Why not, as a sentence for people; nil while healthy.
    public var cause: String?
    /// What people see in place of a stream's pictures, as a sentence for people; nil
    /// while they see pictures.
    public var notice: String?
    /// Main, and the picture in picture while it is on.
    public var views: [ViewHealth]

    public init(
        healthy: Bool,
        cause: String? = nil,
        notice: String? = nil,
        views: [ViewHealth] = []
    ) {
        self.healthy = healthy
        self.cause = cause
        self.notice = notice
        self.views = views
    }
}

/// What a view shows.
public struct ViewHealth: Hashable, Sendable, Codable {
    /// `main` or `pip`.
    public var view: String
    /// nil for none.
    public var stream: String?
    /// `picture` (the newest, or the last one, held), `placeholder` or `nothing`.
    public var shows: String
    /// Since the stream last had a new picture or, before the first one, since it is
    /// there; nil without a stream.
    public var lastFrameAgeSeconds: Double?

    public init(
        view: String,
        stream: String?,
        shows: String,
        lastFrameAgeSeconds: Double? = nil
    ) {
        self.view = view
        self.stream = stream
        self.shows = shows
        self.lastFrameAgeSeconds = lastFrameAgeSeconds
    }

    private enum CodingKeys: String, CodingKey {
        case view, stream, shows
        case lastFrameAgeSeconds = "last_frame_age_seconds"
    }
}
