public import ControlAPI
internal import Media

/// What a request of an image says: what any may say, where it goes, and what is its own.
private struct ImageMembers<Own: FieldList> {
    let image: ImageRequest
    let waitMilliseconds: Int?
    let own: FieldValues<Own>

    /// - Parameters:
    ///   - json: Nil for a request without a body: all as usual.
    ///   - format: The one that is meant where none is given.
    ///   - isForEvent: Whether the image is small enough for an event.
    /// - Throws: 422 for unknown keys and values that are not accepted.
    init(
        _ json: JSONValue?,
        format: ImageRequest.Format = .jpeg,
        isForEvent: Bool
    ) throws(ControlError) {
        let place = isForEvent ? ImageEventFields.all.rules : ImageOutputFields.all.rules
        let rules = ImageFields.all.rules + place + Own.all.rules
        let reader = try MemberReader(json ?? .object([:]), accepted: rules.map(\.name))
        let look = try FieldValues<ImageFields>(reader)
        image =
            try isForEvent
            ? ImageRequest(look, forEvent: FieldValues(reader))
            : ImageRequest(look, FieldValues(reader), format: format)
        waitMilliseconds = look.wait
        own = try FieldValues(reader)
    }
}

extension ImageRequest {
    fileprivate init(
        _ look: FieldValues<ImageFields>,
        _ place: FieldValues<ImageOutputFields>,
        format: Format
    ) throws(ControlError) {
        let output = try Output(place)
        self.init(format: Self.format(of: output) ?? format)
        self.output = output
        (maximumWidth, maximumHeight) = (look.maximumWidth, look.maximumHeight)
        try take(look)
    }

    fileprivate init(
        _ look: FieldValues<ImageFields>,
        forEvent place: FieldValues<ImageEventFields>
    ) throws(ControlError) {
        self = .forEvent
        let target = place.target.flatMap(ImageEventFields.sides)
        if look.maximumWidth != nil || look.maximumHeight != nil {
            guard target == nil else {
                throw .unprocessable(
                    "`target` and `max_width` or `max_height` are both given; accepted is one."
                )
            }
            (maximumWidth, maximumHeight) = (look.maximumWidth, look.maximumHeight)
        } else if let target {
            (maximumWidth, maximumHeight) = (target.width, target.height)
        }
        try take(look)
    }

    /// Takes what is neither size nor place.
    private mutating func take(_ look: FieldValues<ImageFields>) throws(ControlError) {
        format = look.format ?? format
        quality = look.quality ?? quality
        maximumBytes = look.maximumBytes
        fit = look.fit ?? fit
        guard fit == .contain || (maximumWidth != nil && maximumHeight != nil) else {
            let missing = maximumWidth == nil ? "max_width" : "max_height"
            throw .unprocessable(
                "`\(missing)` is missing; accepted is `fit` '\(fit.rawValue)' with `max_width` and "
                    + "`max_height`."
            )
        }
    }

    /// What the name of a file says that it holds.
    private static func format(of output: Output) -> Format? {
        guard case .path(let path, _) = output else { return nil }
        let name = path.lowercased()
        if name.hasSuffix(".png") { return .png }
        return name.hasSuffix(".jpg") || name.hasSuffix(".jpeg") ? .jpeg : nil
    }

    /// The same with no more bytes than an event can carry.
    public var fittingEvent: Self {
        var image = self
        let most = SnapshotEvent.maximumImageBytes
        image.maximumBytes = min(maximumBytes ?? most, most)
        return image
    }
}

extension ImageRequest.Output {
    fileprivate init(_ place: FieldValues<ImageOutputFields>) throws(ControlError) {
        let name = place.output ?? "binary"
        guard name == "path" else {
            for member in ["path", "overwrite"] where place.members[member] != nil {
                throw .unprocessable(
                    "`\(member)` is given and `output` is '\(name)'; accepted is `\(member)` with "
                        + "`output` `path`."
                )
            }
            self = name == "base64" ? .base64 : name == "library" ? .library : .binary
            return
        }
        guard let path = place.path else {
            throw .unprocessable(
                "`path` is missing; accepted is \(ImageOutputFields.all.path.rule.accepted)."
            )
        }
        self = .path(path, overwrite: place.overwrite ?? false)
    }
}

extension ScreenshotRequest {
    /// - Parameters:
    ///   - json: Nil for a request without a body: all as usual.
    ///   - isForEvent: Whether the image is small enough for an event.
    /// - Throws: 422 for unknown keys and values that are not accepted.
    init(json: JSONValue?, isForEvent: Bool = false) throws(ControlError) {
        let said = try ImageMembers<ScreenshotFields>(json, isForEvent: isForEvent)
        self.init(image: isForEvent ? said.image.fittingEvent : said.image)
        at = said.own.at
        timeBase = said.own.timeBase ?? timeBase
        tolerance = said.own.tolerance ?? tolerance
        orientation = said.own.orientation ?? orientation
        waitMilliseconds = said.waitMilliseconds ?? waitMilliseconds
    }
}

extension SnapshotRequest {
    /// - Parameter json: Nil for a request without a body: all as usual.
    /// - Throws: 422 for unknown keys and values that are not accepted.
    init(json: JSONValue?) throws(ControlError) {
        let said = try ImageMembers<SnapshotFields>(json, format: .png, isForEvent: false)
        self.init(image: said.image)
        hasOverlays = said.own.overlays ?? hasOverlays
        waitMilliseconds = said.waitMilliseconds ?? waitMilliseconds
    }
}

extension SnapshotEventRequest {
    /// - Parameter json: Nil for a request without a body: all as usual.
    /// - Throws: 422 for unknown keys and values that are not accepted.
    init(json: JSONValue?) throws(ControlError) {
        let said = try ImageMembers<SnapshotFields>(json, isForEvent: true)
        self.init()
        hasOverlays = said.own.overlays ?? hasOverlays
        image = said.image
        waitMilliseconds = said.waitMilliseconds ?? waitMilliseconds
    }
}

extension PhotoRequest {
    /// - Parameters: As those of `ScreenshotRequest`.
    /// - Throws: 422 for unknown keys and values that are not accepted.
    init(json: JSONValue?, isForEvent: Bool = false) throws(ControlError) {
        let said = try ImageMembers<PhotoFields>(json, isForEvent: isForEvent)
        self.init(image: isForEvent ? said.image.fittingEvent : said.image)
        mode = said.own.mode ?? mode
        orientation = said.own.orientation ?? orientation
        settleMilliseconds = said.own.settle ?? settleMilliseconds
        waitMilliseconds = said.waitMilliseconds ?? waitMilliseconds
    }
}
