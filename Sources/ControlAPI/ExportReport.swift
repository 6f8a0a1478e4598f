/// What a client wants to have exported.
public struct ExportDefinition: Hashable, Sendable, Codable {
    public enum Mode: String, Hashable, Sendable, Codable, CaseIterable {
        /// Files as they are, byte by byte.
        case copy
        /// A part of one movie, whose packets stay as they are.
        case trim
    }

    /// The IDs of pictures and videos, in the order in which they are exported.
    public var assets: [String]
    public var mode: Mode
    /// Of a trim, in seconds from the movie's start; nil: that, or its end.
    public var start: Double?
    public var end: Double?
    /// Absolute; a directory that is there.
    public var directory: String

    public init(assets: [String], mode: Mode, to directory: String) {
        self.assets = assets
        self.mode = mode
        self.directory = directory
    }

    /// Assets of one export.
    public static let mostAssets = 1_000
    /// Of a trim.
    public static let seconds = 0.0...1e9
}

/// An export, as far as it is.
public struct ExportReport: Hashable, Sendable, Codable {
    public enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// Others are before it.
        case waiting
        case running
        case done
        /// What was exported before stays.
        case failed
        case cancelled

        /// Whether nothing more happens.
        public var isOver: Bool { self != .waiting && self != .running }
    }

    public var id: String
    public var state: State
    public var mode: ExportDefinition.Mode
    /// The directory.
    public var to: String
    /// How many pictures and videos.
    public var count: Int
    /// What is written of them, in bytes, and what there is to be written, about.
    public var bytes: Int64 = 0
    public var totalBytes: Int64
    /// Why it failed; for people.
    public var reason: String?
    /// Of a trim: what was asked for, and what it comes to.
    public var requested: TrimRequested?
    /// In seconds from the movie's start: where its key picture is.
    public var actualStart: Double?
    /// What the file has before that, and does not show.
    public var hiddenMilliseconds: Int64?
    /// Their IDs; nil in a list of exports.
    public var assets: [String]?
    /// The paths of what was exported so far; nil in a list of exports.
    public var files: [String]?
    /// The same for programs that want to show it; nil in a list of exports.
    public var result: [ExportedAsset]?

    public init(id: String, of request: ExportDefinition, bytes: Int64) {
        self.id = id
        state = .waiting
        mode = request.mode
        to = request.directory
        count = request.assets.count
        totalBytes = bytes
        (assets, files, result) = (request.assets, [], [])
        guard mode == .trim else { return }
        requested = TrimRequested(start: request.start, end: request.end)
    }

    /// As lists have it: without what grows with its assets.
    public var summary: Self {
        var summary = self
        (summary.assets, summary.files, summary.result) = (nil, nil, nil)
        return summary
    }

    private enum CodingKeys: String, CodingKey {
        case id, state, mode, to, count, bytes, reason, requested, assets, files, result
        case totalBytes = "total_bytes"
        case actualStart = "actual_start"
        case hiddenMilliseconds = "hidden_ms"
    }
}

/// Which part of a movie was asked for, in seconds from its start.
public struct TrimRequested: Hashable, Sendable, Codable {
    public var start: Double?
    public var end: Double?

    public init(start: Double?, end: Double?) {
        self.start = start
        self.end = end
    }

    private enum CodingKeys: String, CodingKey {
        case start = "in"
        case end = "out"
    }
}

/// A picture or video that was exported.
public struct ExportedAsset: Hashable, Sendable, Codable {
    /// Of what it was made of.
    public var id: String
    /// Of the new file.
    public var uri: String
    public var mediaType: String
    /// In seconds; nil for a picture, and where it is not known.
    public var duration: Double?

    public init(id: String, uri: String, mediaType: String, duration: Double?) {
        self.id = id
        self.uri = uri
        self.mediaType = mediaType
        self.duration = duration
    }
}

/// All exports that are known, the latest first: the answer of `GET /v1/library/exports`.
public struct ExportList: Hashable, Sendable, Codable {
    public var exports: [ExportReport]

    public init(exports: [ExportReport]) {
        self.exports = exports
    }
}
