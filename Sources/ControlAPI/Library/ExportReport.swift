/// What a client wants to have exported.
public struct ExportDefinition: Hashable, Sendable, Codable {
    public enum Mode: String, Hashable, Sendable, Codable, CaseIterable {
        /// Files as they are, byte by byte.
        case copy
        /// A part of one movie, whose packets stay as they are.
        case trim
    }

    /// What is exported, in this order.
    public enum Content: Hashable, Sendable, Codable {
        /// Pictures and videos by their IDs.
        case assets([String])
        /// All that is in a selection of that ID when the export is begun.
        case selection(String)
    }

    public var content: Content
    public var mode: Mode
    /// Of a trim, in seconds from the movie's start; nil: that, or its end.
    public var start: Double?
    public var end: Double?
    /// Absolute; a directory that is there.
    public var directory: String

    public init(_ content: Content, mode: Mode, to directory: String) {
        self.content = content
        self.mode = mode
        self.directory = directory
    }

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
    /// How many of them are there as a whole; they stay, whatever becomes of the others.
    public var exported = 0
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
    /// The ID of the selection, which may have other content by now; nil where IDs were given.
    public var selection: String?
    /// Their IDs; nil where a selection was given, and in a list of exports.
    public var assets: [String]?
    /// Once it is over, the paths of the first `mostResults` of what was exported; nil in a list of
    /// exports.
    public var files: [String]?
    /// The same for programs that want to show it; nil in a list of exports.
    public var result: [ExportedAsset]?

    /// Entries of `files` and of `result`.
    public static let mostResults = 1_000

    public init(id: String, of request: ExportDefinition, count: Int, bytes: Int64) {
        self.id = id
        state = .waiting
        mode = request.mode
        to = request.directory
        self.count = count
        totalBytes = bytes
        (files, result) = ([], [])
        switch request.content {
        case .assets(let ids): assets = ids
        case .selection(let id): selection = id
        }
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
        case id, state, mode, to, count, exported, bytes, reason, requested
        case selection, assets, files, result
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
