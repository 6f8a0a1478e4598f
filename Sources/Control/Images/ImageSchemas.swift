internal import ControlAPI

extension ImageRoutes {
    var schemas: [String: Schema] {
        let wait: [String: Schema] = ["wait_ms": .range(ImageLimits.waitMilliseconds)]
        let screenshot = wait.merging([
            "at": at, "tolerance": .range(ImageLimits.tolerance), "time_base": timeBase,
            "orientation": .choice(ImageRequest.Orientation.self),
        ]) { $1 }
        let photo = wait.merging([
            "mode": .choice(PhotoRequest.Mode.self),
            "settle_ms": .range(ImageLimits.settleMilliseconds),
            "orientation": .choice(ImageRequest.Orientation.self),
        ]) { $1 }
        return [
            "ImageReport": report,
            "PhotoRequest": request(photo),
            "PhotoEventRequest": eventRequest(photo),
            "ScreenshotRequest": request(screenshot),
            "ScreenshotEventRequest": eventRequest(screenshot),
            "SnapshotRequest": request(wait),
            "SnapshotEventRequest": eventRequest(wait),
            "SnapshotEvent": snapshotEvent,
            "SnapshotEventReport": .object([
                "width": .count, "height": .count, "bytes": .count, "sha256": digest,
                "quality": .range(ImageLimits.quality), "encodes": .count, "elapsed_ms": .amount,
                "subscribers": .count, "event_id": .count,
            ]),
        ]
    }

    /// A request with the members of all images; a path goes with one output only, and both
    /// sides with a fit that has their shape.
    private func request(_ own: [String: Schema]) -> Schema {
        let common = look.merging(own) { $1 }
        var plain = common
        plain["output"] = .choice(ImageRequest.Output.names.filter { $0 != "path" })
        var file = common
        file["output"] = .choice(["path"])
        file["overwrite"] = .boolean
        file["path"] = [
            "type": "string", "pattern": .string(ImageLimits.pathPattern),
            "maxLength": .integer(ImageLimits.pathBytes),
            "description": "The absolute path of a file on the daemon's machine.",
        ]
        return .any(of: sized(plain) + sized(file, required: ["output", "path"]))
    }

    /// What any image may be asked to be like.
    private var look: [String: Schema] {
        [
            "format": .choice(ImageRequest.Format.self).described(
                "Without it: what the end of `path` says, else PNG for a snapshot that is no event and JPEG for the rest."
            ),
            "quality": .range(ImageLimits.quality), "max_bytes": .range(ImageLimits.bytes),
        ]
    }

    /// Requests with a size, of which both sides go with a fit that has their shape.
    private func sized(_ members: [String: Schema], required: [String] = []) -> [Schema] {
        var members = members
        members["max_width"] = .range(ImageLimits.pixels)
        members["max_height"] = .range(ImageLimits.pixels)
        let whole = members.merging(["fit": fit([.contain])]) { $1 }
        let exact = members.merging(["fit": fit([.pad, .cover])]) { $1 }
        return [
            .object(whole, required: required),
            .object(exact, required: required + ["fit", "max_height", "max_width"]),
        ]
    }

    /// A request of an image that goes to every subscriber.
    private func eventRequest(_ own: [String: Schema]) -> Schema {
        let common = look.merging(own) { $1 }
        var targeted = common
        targeted["fit"] = fit(ImageRequest.Fit.allCases)
        targeted["target"] = .text(like: ImageLimits.targetPattern)
            .described("WIDTHxHEIGHT that the picture is made to fit. Without it, 320x320.")
        return .any(of: [.object(targeted, required: [])] + sized(common))
    }

    private func fit(_ values: [ImageRequest.Fit]) -> Schema {
        .choice(values.map(\.rawValue)).described(
            """
            What becomes of a picture of another shape. `contain`: it is scaled down to fit. `pad`: \
            so, in the middle of a black image of exactly that size. `cover`: it fills an image of \
            exactly that size, and what is too much is cut off.
            """
        )
    }

    private var report: Schema {
        .object(
            [
                "stream": .streamID.orNull, "requested": .number.orNull, "actual": .number.orNull,
                "tier": tier, "scaled_down": scaledDown, "source_width": .count,
                "source_height": .count, "age_ms": .number.orNull,
                "format": .choice(ImageRequest.Format.self), "media_type": mediaType,
                "width": .count, "height": .count, "quality": .range(ImageLimits.quality).orNull,
                "bytes": .count, "sha256": digest, "encodes": .count, "elapsed_ms": .amount,
            ],
            optional: [
                "path": .text, "data": base64, "mode": .choice(PhotoRequest.Mode.self),
                "converged": .boolean.orNull, "camera_mode": .text,
            ]
        )
    }

    /// The data of the event `snapshot`.
    private var snapshotEvent: Schema {
        .object(
            [
                "id": .count, "time": .amount, "format": .choice(ImageRequest.Format.self),
                "media_type": mediaType, "width": .count, "height": .count, "bytes": .count,
                "sha256": digest, "source": .choice(EventImage.Source.self), "data": base64,
            ],
            optional: ["stream": .streamID]
        )
    }

    private var tier: Schema {
        .choice(ImageReport.Tier.self).described(
            """
            `exact`: the whole picture that is shown at that time. `relaxed`: another one inside \
            the tolerance, or one that parts are missing of. `nearest`: the nearest there is.
            """
        )
    }

    private var scaledDown: Schema {
        .boolean.described(
            """
            Whether it is smaller than asked for, to have no more than `max_bytes`. What \
            `max_width` and `max_height` did shows in `source_width` and `source_height`.
            """
        )
    }

    private var mediaType: Schema { .choice(ImageRequest.Format.allCases.map(\.mediaType)) }
    private var digest: Schema { .text(like: "^[0-9a-f]{64}$") }
    private var base64: Schema { .text.described("The file as base64 (RFC 4648).") }

    private var at: Schema {
        .any(of: [.range(ImageLimits.at), .text(like: ImageLimits.atPattern)]).described(
            "Seconds: in a file from its start, in a live stream negative, back from now."
        )
    }

    private var timeBase: Schema {
        .choice(ScreenshotRequest.TimeBase.self).described(
            """
            What `at`, `requested` and `actual` count from in a file: its start (`stream`, as usual), \
            or the container's own zero.
            """
        )
    }
}
