internal import ControlAPI

extension ImageRoutes {
    var schemas: [String: Schema] {
        let screenshot = Schema.members(ScreenshotFields.all)
        let photo = Schema.members(PhotoFields.all)
        let snapshot = Schema.members(SnapshotFields.all)
        return [
            "ImageReport": report,
            "PhotoRequest": request(photo),
            "PhotoEventRequest": eventRequest(photo),
            "ScreenshotRequest": request(screenshot),
            "ScreenshotEventRequest": eventRequest(screenshot),
            "SnapshotRequest": request(snapshot),
            "SnapshotEventRequest": eventRequest(snapshot),
            "SnapshotEvent": snapshotEvent,
            "SnapshotEventReport": .object([
                "width": .count, "height": .count, "bytes": .count, "sha256": digest,
                "quality": quality, "encodes": .count, "elapsed_ms": .amount,
                "subscribers": .count, "event_id": .count,
            ]),
        ]
    }

    /// A request with the members of all images; a path goes with one output only.
    private func request(_ own: [String: Schema]) -> Schema {
        let fields = ImageOutputFields.all
        let common = Schema.members(ImageFields.all).merging(own) { $1 }
        let output = Schema.value(of: fields.output.rule)
        let others = fields.output.rule.names.filter { $0 != "path" }
        let plain = common.merging(["output": output.among(others)]) { $1 }
        let file = common.merging([
            "output": output.among(["path"]),
            "overwrite": .value(of: fields.overwrite.rule),
            "path": .value(of: fields.path.rule)
                .with("maxLength", .integer(ImageOutputFields.pathBytes)),
        ]) { $1 }
        return .any(of: sized(plain) + sized(file, required: ["output", "path"]))
    }

    /// A request of an image that goes to every subscriber.
    private func eventRequest(_ own: [String: Schema]) -> Schema {
        let common = Schema.members(ImageFields.all).merging(own) { $1 }
        var targeted = common.merging(Schema.members(ImageEventFields.all)) { $1 }
        targeted["max_width"] = nil
        targeted["max_height"] = nil
        return .any(of: [.object(targeted, required: [])] + sized(common))
    }

    /// Requests with a size, of which both sides go with a fit that has their shape.
    private func sized(_ members: [String: Schema], required: [String] = []) -> [Schema] {
        let fit = Schema.value(of: ImageFields.all.fit.rule)
        let whole = members.merging(["fit": fit.among(["contain"])]) { $1 }
        let exact = members.merging(["fit": fit.among(["pad", "cover"])]) { $1 }
        return [
            .object(whole, required: required),
            .object(exact, required: required + ["fit", "max_height", "max_width"]),
        ]
    }

    private var report: Schema {
        .object(
            [
                "stream": .streamID.orNull, "requested": .number.orNull, "actual": .number.orNull,
                "tier": tier, "scaled_down": scaledDown, "source_width": .count,
                "source_height": .count, "age_ms": .number.orNull,
                "format": .choice(ImageRequest.Format.self), "media_type": mediaType,
                "width": .count, "height": .count, "quality": quality.orNull,
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

    private var quality: Schema { .value(of: ImageFields.all.quality.rule) }
    private var mediaType: Schema { .choice(ImageRequest.Format.allCases.map(\.mediaType)) }
    private var digest: Schema { .text(like: "^[0-9a-f]{64}$") }
    private var base64: Schema { .text.described("The file as base64 (RFC 4648).") }
}
