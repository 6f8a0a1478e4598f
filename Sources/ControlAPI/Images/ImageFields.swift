internal import Media

/// What any request of an image may say.
///
/// Nobody else says what these are: requests, their description and the options of `pipctl`
/// follow.
public struct ImageFields: FieldList {
    public static let all = Self()

    public let format = Field<ImageRequest.Format>.choice(
        "format",
        "The file's format; by the name of a file, else PNG for a snapshot that is no event and JPEG for the rest"
    )
    public let quality = Field.number("quality", 0...1, "How good a JPEG is")
    public let maximumWidth = Field.integer(
        "max_width",
        1...Int(PixelSize.largestSide),
        "Its width in pixels at most"
    )
    public let maximumHeight = Field.integer(
        "max_height",
        1...Int(PixelSize.largestSide),
        "Its height in pixels at most"
    )
    public let fit = Field<ImageRequest.Fit>.choice(
        "fit",
        "What becomes of a picture of another shape: whole with contain, whole on a black image of exactly that size with pad, filling one and cut off with cover"
    )
    public let maximumBytes = Field.integer(
        "max_bytes",
        2048...67_108_864,
        "It is made smaller until its file has no more bytes"
    )
    public let wait = Field.integer(
        "wait_ms",
        0...30_000,
        "How many milliseconds to wait for it at most"
    )

    public var rules: [FieldRule] {
        [
            format.rule, quality.rule, maximumWidth.rule, maximumHeight.rule, fit.rule,
            maximumBytes.rule, wait.rule,
        ]
    }
}

/// Where an image goes that is no event.
public struct ImageOutputFields: FieldList {
    public static let all = Self()

    /// What a path may have, in bytes.
    public static let pathBytes = 4095

    public let output = Field.choice(
        "output",
        ["base64", "binary", "library", "path"],
        "Where it goes: to the client with binary, or with base64 in the report, into the daemon's library, or to a path"
    )
    public let path = Field.text(
        "path",
        like: #"^/([^\u0000-\u001f\u007f]*[^/\u0000-\u001f\u007f])$"#,
        accepting:
            "an absolute path of a file, at most \(pathBytes) bytes without control characters",
        "The file on the daemon's machine"
    ) { path in
        path.hasPrefix("/") && !path.hasSuffix("/") && path.utf8.count <= pathBytes
            && path.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
    public let overwrite = Field.flag("overwrite", "Replace a file that exists")

    public var rules: [FieldRule] { [output.rule, path.rule, overwrite.rule] }
}

/// What an image may be told that is an event.
public struct ImageEventFields: FieldList {
    public static let all = Self()

    private static let limits = 1...1920
    private static let side = "([1-9][0-9]{0,2}|1[0-8][0-9]{2}|19[01][0-9]|1920)"

    public let target = Field.text(
        "target",
        like: "^\(side)x\(side)$",
        accepting: "WIDTHxHEIGHT such as 320x320, each from 1 to 1920",
        "The size that it is made to fit; without it, 320x320",
        isAccepted: { sides($0) != nil }
    )

    public var rules: [FieldRule] { [target.rule] }

    /// The two numbers of a `target`.
    public static func sides(_ target: String) -> (width: Int, height: Int)? {
        StreamLimits.sides(target, in: limits)
    }
}

/// What else a screenshot may be told.
public struct ScreenshotFields: FieldList {
    public static let all = Self()

    public let at = Field.seconds(
        "at",
        -1e9...1e9,
        like: #"^-?[0-9]{1,9}(\.[0-9]{1,9})?$"#,
        "The moment in seconds: in a file from its start, in a live stream negative, back from now"
    )
    public let timeBase = Field<ScreenshotRequest.TimeBase>.choice(
        "time_base",
        "What times in a file count from: its start, or the container's own zero"
    )
    public let tolerance = Field.number(
        "tolerance",
        0...3600,
        "How many seconds it may be away from the moment"
    )
    public let orientation = Field<ImageRequest.Orientation>.choice(
        "orientation",
        "Turned as it is shown, with square pixels, or as it is stored"
    )

    public var rules: [FieldRule] { [at.rule, timeBase.rule, tolerance.rule, orientation.rule] }
}

/// What else a picture of the view may be told.
public struct SnapshotFields: FieldList {
    public static let all = Self()

    public let overlays = Field.flag(
        "overlays",
        "Whether what lies over the streams is in it: overlays, messages, toasts"
    )

    public var rules: [FieldRule] { [overlays.rule] }
}

/// What else a photo may be told.
public struct PhotoFields: FieldList {
    public static let all = Self()

    public let mode = Field<PhotoRequest.Mode>.choice(
        "mode",
        "The camera's best mode for photos once its exposure has settled, or the video's picture of now"
    )
    public let settle = Field.integer(
        "settle_ms",
        0...5000,
        "How many milliseconds exposure and white balance have to settle at most"
    )
    public let orientation = ScreenshotFields.all.orientation

    public var rules: [FieldRule] { [mode.rule, settle.rule, orientation.rule] }
}
