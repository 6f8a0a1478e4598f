internal import ControlAPI

extension OpenAPISchemas {
    /// What the routes of images answer and accept.
    static let images: [String: JSONValue] = [
        "ImageReport": report,
        "PhotoRequest": request(photoMembers),
        "ScreenshotRequest": request(screenshotMembers),
        "SnapshotRequest": request(["wait_ms": wholeRange(ImageLimits.waitMilliseconds)]),
        "SnapshotEvent": snapshotEvent,
        "SnapshotEventRequest": eventRequest([
            "wait_ms": wholeRange(ImageLimits.waitMilliseconds)
        ]),
        "ScreenshotEventRequest": eventRequest(screenshotMembers),
        "PhotoEventRequest": eventRequest(photoMembers),
        "SnapshotEventReport": object(
            [
                "width": count, "height": count, "bytes": count, "sha256": digest,
                "quality": range(ImageLimits.quality), "encodes": count, "elapsed_ms": amount,
                "subscribers": count, "event_id": count,
            ],
            required: [
                "width", "height", "bytes", "sha256", "quality", "encodes", "elapsed_ms",
                "subscribers", "event_id",
            ]
        ),
    ]

    private static let photoMembers: [String: JSONValue] = [
        "mode": choice(PhotoRequest.Mode.allCases.map(\.rawValue)),
        "settle_ms": wholeRange(ImageLimits.settleMilliseconds),
        "orientation": orientation, "wait_ms": wholeRange(ImageLimits.waitMilliseconds),
    ]
    private static let screenshotMembers: [String: JSONValue] = [
        "at": at, "tolerance": range(ImageLimits.tolerance), "orientation": orientation,
        "time_base": timeBase, "wait_ms": wholeRange(ImageLimits.waitMilliseconds),
    ]

    /// A request with the members of all images; a path goes with one output only, and both
    /// sides with a fit that has their shape.
    private static func request(_ own: [String: JSONValue]) -> JSONValue {
        let common = look.merging(own) { $1 }
        var plain = common
        plain["output"] = choice(ImageRequest.Output.names.filter { $0 != "path" })
        var file = common
        file["output"] = choice(["path"])
        file["overwrite"] = boolean
        file["path"] = [
            "type": "string", "pattern": .string(ImageLimits.pathPattern),
            "maxLength": .integer(ImageLimits.pathBytes),
            "description": "The absolute path of a file on the daemon's machine.",
        ]
        let forms: [([String: JSONValue], [String])] = [(plain, []), (file, ["output", "path"])]
        return [
            "anyOf": .array(forms.flatMap { sized($0, required: $1) })
        ]
    }

    /// What any image may be asked to be like.
    private static let look: [String: JSONValue] = [
        "format": format, "quality": range(ImageLimits.quality),
        "max_bytes": wholeRange(ImageLimits.bytes),
    ]

    /// Requests with a size, of which both sides go with a fit that has their shape.
    private static func sized(
        _ members: [String: JSONValue],
        required: [String] = []
    ) -> [JSONValue] {
        var members = members
        members["max_width"] = wholeRange(ImageLimits.pixels)
        members["max_height"] = wholeRange(ImageLimits.pixels)
        let whole = members.merging(["fit": fit([.contain])]) { $1 }
        let exact = members.merging(["fit": fit([.pad, .cover])]) { $1 }
        let sides = ["fit", "max_height", "max_width"]
        return [
            object(whole, required: required), object(exact, required: required + sides),
        ]
    }

    /// A request of an image that goes to every subscriber.
    private static func eventRequest(_ own: [String: JSONValue]) -> JSONValue {
        let common = look.merging(own) { $1 }
        var targeted = common
        targeted["fit"] = fit(ImageRequest.Fit.allCases)
        targeted["target"] = [
            "type": "string", "pattern": .string(ImageLimits.targetPattern),
            "description": "WIDTHxHEIGHT that the picture is made to fit. Without it, 320x320.",
        ]
        return ["anyOf": .array([object(targeted)] + sized(common))]
    }

    private static func fit(_ values: [ImageRequest.Fit]) -> JSONValue {
        [
            "type": "string", "enum": .array(values.map { .string($0.rawValue) }),
            "description": """
            What becomes of a picture of another shape. `contain`: it is scaled down to fit. `pad`: \
            so, in the middle of a black image of exactly that size. `cover`: it fills an image of \
            exactly that size, and what is too much is cut off.
            """,
        ]
    }

    private static var report: JSONValue {
        object(
            [
                "stream": nullable(streamID), "requested": nullable(number),
                "actual": nullable(number),
                "tier": tier, "scaled_down": scaledDown, "source_width": count,
                "source_height": count,
                "age_ms": nullable(number),
                "format": choice(ImageRequest.Format.allCases.map(\.rawValue)),
                "media_type": choice(ImageRequest.Format.allCases.map(\.mediaType)),
                "width": count, "height": count, "quality": nullable(range(ImageLimits.quality)),
                "bytes": count, "sha256": digest, "encodes": count, "elapsed_ms": amount,
                "path": text, "data": base64,
                "mode": choice(PhotoRequest.Mode.allCases.map(\.rawValue)),
                "converged": nullable(boolean), "camera_mode": text,
            ],
            required: [
                "stream", "requested", "actual", "tier", "scaled_down", "source_width",
                "source_height", "age_ms", "format", "media_type", "width", "height", "quality",
                "bytes", "sha256", "encodes", "elapsed_ms",
            ]
        )
    }

    /// The data of the event `snapshot`.
    private static var snapshotEvent: JSONValue {
        object(
            [
                "id": count, "time": amount,
                "format": choice(ImageRequest.Format.allCases.map(\.rawValue)),
                "media_type": choice(ImageRequest.Format.allCases.map(\.mediaType)), "width": count,
                "height": count,
                "bytes": count, "sha256": digest, "data": base64, "stream": streamID,
                "source": choice(EventImage.Source.allCases.map(\.rawValue)),
            ],
            required: [
                "id", "time", "format", "media_type", "width", "height", "bytes", "sha256",
                "source", "data",
            ]
        )
    }

    private static let tier: JSONValue = [
        "type": "string",
        "enum": .array(ImageReport.Tier.allCases.map { .string($0.rawValue) }),
        "description": """
        `exact`: the whole picture that is shown at that time. `relaxed`: another one inside \
        the tolerance, or one that parts are missing of. `nearest`: the nearest there is.
        """,
    ]
    private static let scaledDown: JSONValue = [
        "type": "boolean",
        "description": """
        Whether it is smaller than asked for, to have no more than `max_bytes`. What \
        `max_width` and `max_height` did shows in `source_width` and `source_height`.
        """,
    ]
    private static let orientation = choice(ImageRequest.Orientation.allCases.map(\.rawValue))
    private static let format: JSONValue = [
        "type": "string",
        "enum": .array(ImageRequest.Format.allCases.map { .string($0.rawValue) }),
        "description":
            "Without it: what the end of `path` says, else PNG for a snapshot that is no event and JPEG for the rest.",
    ]
    private static let digest: JSONValue = ["type": "string", "pattern": "^[0-9a-f]{64}$"]
    private static let base64: JSONValue = [
        "type": "string", "description": "The file as base64 (RFC 4648).",
    ]
    private static let at: JSONValue = [
        "anyOf": [
            range(ImageLimits.at),
            ["type": "string", "pattern": .string(ImageLimits.atPattern)],
        ],
        "description":
            "Seconds: in a file from its start, in a live stream negative, back from now.",
    ]
    private static let timeBase: JSONValue = [
        "type": "string",
        "enum": .array(ScreenshotRequest.TimeBase.allCases.map { .string($0.rawValue) }),
        "description": """
        What `at`, `requested` and `actual` count from in a file: its start (`stream`, as usual), \
        or the container's own zero.
        """,
    ]
}
