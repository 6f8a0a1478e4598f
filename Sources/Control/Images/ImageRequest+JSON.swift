public import ControlAPI
internal import Media

extension ImageRequest {
    /// The names of its members.
    static let members = [
        "fit", "format", "max_bytes", "max_height", "max_width", "output", "overwrite", "path",
        "quality",
    ]

    /// - Parameters:
    ///   - reader: What may have other members too.
    ///   - format: The one that is meant where none is given.
    /// - Throws: 422 for values that are not accepted.
    init(_ reader: MemberReader, format: Format) throws(ControlError) {
        let output = try Self.output(reader)
        self.init(format: Self.format(of: output) ?? format)
        self.output = output
        try readLook(reader)
        maximumWidth = try reader.integer("max_width", in: ImageLimits.pixels)
        maximumHeight = try reader.integer("max_height", in: ImageLimits.pixels)
        try checkFit()
    }

    /// Reads what any image may be asked to be like.
    fileprivate mutating func readLook(_ reader: MemberReader) throws(ControlError) {
        format = try reader.choice("format", of: Format.self) ?? format
        quality = try reader.number("quality", in: ImageLimits.quality) ?? quality
        maximumBytes = try reader.integer("max_bytes", in: ImageLimits.bytes)
        fit = try reader.choice("fit", of: Fit.self) ?? fit
    }

    fileprivate func checkFit() throws(ControlError) {
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

    private static func output(_ reader: MemberReader) throws(ControlError) -> Output {
        let name = try reader.choice("output", of: Output.names) ?? "binary"
        guard name == "path" else {
            for member in ["path", "overwrite"] where reader[member] != nil {
                throw .unprocessable(
                    "`\(member)` is given and `output` is '\(name)'; accepted is `\(member)` with "
                        + "`output` `path`."
                )
            }
            switch name {
            case "base64": return .base64
            case "library": return .library
            default: return .binary
            }
        }
        let accepted =
            "an absolute path of a file, at most \(ImageLimits.pathBytes) bytes without control "
            + "characters"
        guard let path = try reader.string("path", accepting: accepted) else {
            throw .unprocessable("`path` is missing; accepted is \(accepted).")
        }
        guard isFile(path) else { throw reader.refusal("path", .string(path), accepted) }
        return .path(path, overwrite: try reader.boolean("overwrite") ?? false)
    }

    /// Whether `path` is what `ImageLimits.pathPattern` describes.
    private static func isFile(_ path: String) -> Bool {
        path.hasPrefix("/") && !path.hasSuffix("/") && path.utf8.count <= ImageLimits.pathBytes
            && path.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
}

extension ScreenshotRequest {
    /// - Parameters:
    ///   - json: Nil for a request without a body: all as usual.
    ///   - isForEvent: Whether the image is small enough for an event.
    /// - Throws: 422 for unknown keys and values that are not accepted.
    init(json: JSONValue?, isForEvent: Bool = false) throws(ControlError) {
        let own = ["at", "orientation", "time_base", "tolerance", "wait_ms"]
        let reader = try MemberReader(json, ownMembers: own, isForEvent: isForEvent)
        self.init(image: try reader.jpeg(isForEvent: isForEvent))
        at = try reader.seconds("at", in: ImageLimits.at)
        timeBase = try reader.choice("time_base", of: TimeBase.self) ?? timeBase
        tolerance = try reader.number("tolerance", in: ImageLimits.tolerance) ?? tolerance
        orientation =
            try reader.choice("orientation", of: ImageRequest.Orientation.self) ?? orientation
        waitMilliseconds =
            try reader.integer("wait_ms", in: ImageLimits.waitMilliseconds) ?? waitMilliseconds
    }
}

extension SnapshotRequest {
    /// - Parameter json: Nil for a request without a body: all as usual.
    /// - Throws: 422 for unknown keys and values that are not accepted.
    init(json: JSONValue?) throws(ControlError) {
        let reader = try MemberReader(
            json ?? .object([:]),
            accepted: ImageRequest.members + ["wait_ms"]
        )
        self.init(image: try ImageRequest(reader, format: .png))
        waitMilliseconds =
            try reader.integer("wait_ms", in: ImageLimits.waitMilliseconds) ?? waitMilliseconds
    }
}

extension SnapshotEventRequest {
    /// - Parameter json: Nil for a request without a body: all as usual.
    /// - Throws: 422 for unknown keys and values that are not accepted.
    init(json: JSONValue?) throws(ControlError) {
        let reader = try MemberReader(json, ownMembers: ["wait_ms"], isForEvent: true)
        self.init()
        image = try ImageRequest(forEvent: reader)
        waitMilliseconds =
            try reader.integer("wait_ms", in: ImageLimits.waitMilliseconds) ?? waitMilliseconds
    }
}

extension ImageRequest {
    /// The names of the members of an event's image: it goes nowhere else.
    fileprivate static let eventMembers =
        members.filter { !["output", "overwrite", "path"].contains($0) } + ["target"]

    /// - Parameter reader: What may have other members too.
    /// - Throws: 422 for values that are not accepted.
    fileprivate init(forEvent reader: MemberReader) throws(ControlError) {
        self = .forEvent
        try readLook(reader)
        let width = try reader.integer("max_width", in: ImageLimits.pixels)
        let height = try reader.integer("max_height", in: ImageLimits.pixels)
        let target = try Self.target(reader)
        if width != nil || height != nil {
            guard target == nil else {
                throw .unprocessable(
                    "`target` and `max_width` or `max_height` are both given; accepted is one."
                )
            }
            (maximumWidth, maximumHeight) = (width, height)
        } else if let target {
            (maximumWidth, maximumHeight) = (target.width, target.height)
        }
        try checkFit()
    }

    /// Such as `320x320`.
    private static func target(
        _ reader: MemberReader
    ) throws(ControlError) -> (width: Int, height: Int)? {
        let limits = ImageLimits.targetPixels
        let accepted =
            "WIDTHxHEIGHT such as `320x320`, each from \(limits.lowerBound) to "
            + "\(limits.upperBound)"
        guard let target = try reader.string("target", accepting: accepted) else { return nil }
        guard let sides = StreamLimits.sides(target, in: limits) else {
            throw reader.refusal("target", .string(target), accepted)
        }
        return sides
    }

    /// The same with no more bytes than an event can carry.
    public var fittingEvent: Self {
        var image = self
        let most = SnapshotEvent.maximumImageBytes
        image.maximumBytes = min(maximumBytes ?? most, most)
        return image
    }
}

extension PhotoRequest {
    /// - Parameters: As those of `ScreenshotRequest`.
    /// - Throws: 422 for unknown keys and values that are not accepted.
    init(json: JSONValue?, isForEvent: Bool = false) throws(ControlError) {
        let own = ["mode", "orientation", "settle_ms", "wait_ms"]
        let reader = try MemberReader(json, ownMembers: own, isForEvent: isForEvent)
        self.init(image: try reader.jpeg(isForEvent: isForEvent))
        mode = try reader.choice("mode", of: Mode.self) ?? mode
        orientation =
            try reader.choice("orientation", of: ImageRequest.Orientation.self) ?? orientation
        settleMilliseconds =
            try reader.integer("settle_ms", in: ImageLimits.settleMilliseconds)
            ?? settleMilliseconds
        waitMilliseconds =
            try reader.integer("wait_ms", in: ImageLimits.waitMilliseconds) ?? waitMilliseconds
    }
}

extension MemberReader {
    /// Reads a request of an image that has other members besides.
    fileprivate init(
        _ json: JSONValue?,
        ownMembers: [String],
        isForEvent: Bool
    ) throws(ControlError) {
        let common = isForEvent ? ImageRequest.eventMembers : ImageRequest.members
        try self.init(json ?? .object([:]), accepted: common + ownMembers)
    }

    fileprivate func jpeg(isForEvent: Bool) throws(ControlError) -> ImageRequest {
        try isForEvent
            ? ImageRequest(forEvent: self).fittingEvent : ImageRequest(self, format: .jpeg)
    }

    /// One of the cases of an enumeration, by its name.
    fileprivate func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ key: String,
        of type: Choice.Type
    ) throws(ControlError) -> Choice? {
        try choice(key, of: type.allCases.map(\.rawValue)).flatMap { Choice(rawValue: $0) }
    }

    /// A number, or the same as text.
    fileprivate func seconds(
        _ key: String,
        in range: ClosedRange<Double>
    ) throws(ControlError) -> Double? {
        guard let value = self[key] else { return nil }
        let number = value.stringValue.map(Self.decimal) ?? value.doubleValue
        guard let number, range.contains(number) else {
            throw refusal(
                key,
                value,
                "a number of seconds, negative for back from now, or one as a string"
            )
        }
        return number
    }

    /// The number that `text` is if it looks like `ImageLimits.atPattern`. Swift alone would
    /// read `inf` and `0x1p4` as well.
    private static func decimal(_ text: String) -> Double? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        let areDigits = parts.allSatisfy { part in
            (1...9).contains(part.utf8.count) && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
        return areDigits && parts.count <= 2 ? Double(text) : nil
    }
}
