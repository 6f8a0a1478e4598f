internal import Media

/// What kind of media a file is, as its name tells; what is in it is seen when it is read.
public enum MediaKind: String, Hashable, Sendable, Codable {
    case photo
    case video
}

/// What a file is by the ending of its name.
public struct MediaType: Hashable, Sendable {
    public let kind: MediaKind
    /// As IANA registers it, or as it is called where it is not registered.
    public let name: String

    /// Returns nil for the name of what is no media.
    public init?(ofFileNamed name: String) {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.utf8.startIndex
        else { return nil }
        let ending = name[name.utf8.index(after: dot)...].lowercased()
        guard let type = Self.byEnding[ending] else { return nil }
        self = type
    }

    private init(_ name: String) {
        kind = name.hasPrefix("image/") ? .photo : .video
        self.name = name
    }

    // A dictionary: it is asked for every file of a tree.
    private static let byEnding: [String: Self] = {
        var types: [String: Self] = [:]
        // Of AVIF nobody has looked at what cameras write into it.
        for format in ImageFileFormat.allCases where format != .avif {
            for ending in format.endings { types[ending] = Self(format.mediaType) }
        }
        for (name, endings) in videoEndings {
            for ending in endings.split(separator: " ") { types[String(ending)] = Self(name) }
        }
        return types
    }()

    private static let videoEndings: KeyValuePairs = [
        "video/mp4": "mp4 m4v f4v", "video/quicktime": "mov qt", "video/x-matroska": "mkv",
        "video/webm": "webm", "video/x-msvideo": "avi", "video/mpeg": "mpg mpeg mpe m2v vob",
        "video/mp2t": "ts m2ts mts", "video/3gpp": "3gp", "video/3gpp2": "3g2",
        "video/x-ms-wmv": "wmv", "video/x-ms-asf": "asf", "video/x-flv": "flv",
        "video/ogg": "ogv ogm", "application/mxf": "mxf", "video/x-nut": "nut",
        "video/x-yuv4mpeg2": "y4m", "video/dv": "dv", "video/x-motion-jpeg": "mjpeg mjpg",
        "video/h264": "h264 264", "video/h265": "h265 265 hevc", "video/x-ivf": "ivf",
    ]
}
