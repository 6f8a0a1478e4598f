public import ControlAPI
internal import NIOCore

/// The event that carries a picture to every subscriber.
public enum SnapshotEvent {
    /// The most that one has with all its lines, whatever the picture.
    public static let maximumBytes = 100_000

    /// The largest image that fits, in bytes.
    public static let maximumImageBytes = maximumImageBytes(besides: longest)

    /// The event; the hub adds `id` and `time`.
    static func event(_ image: EventImage) -> ControlEvent {
        let report = image.report
        var members: [String: JSONValue] = [
            "format": .string(report.format.rawValue),
            "media_type": .string(report.format.mediaType),
            "width": .integer(report.width),
            "height": .integer(report.height),
            "bytes": .integer(report.bytes),
            "sha256": .string(report.sha256),
            "source": .string(image.source.rawValue),
            "data": .string(Base64.text(image.bytes)),
        ]
        members["stream"] = report.stream.map { .string($0) }
        return ControlEvent(.snapshot, members)
    }

    /// An event without an image, in which all else is as long as it can be.
    private static var longest: RenderedEvent {
        let digest = String(repeating: "f", count: EventImage.digestCharacters)
        var report = ImageReport(
            format: .jpeg,
            width: .min,
            height: .min,
            bytes: .min,
            sha256: digest
        )
        report.stream = String(repeating: "i", count: StreamLimits.idBytes)
        return RenderedEvent.longest(
            EventData(event(EventImage(unchecked: [], report: report, source: .screenshot)))
        )
    }

    private static func maximumImageBytes(besides text: RenderedEvent) -> Int {
        // Four characters for three bytes.
        (maximumBytes - text.text.readableBytes) / 4 * 3
    }
}

/// An image that fits into an event.
public struct EventImage: Hashable, Sendable {
    /// The length of a checksum.
    static let digestCharacters = 64

    /// What a picture was taken of.
    public enum Source: String, Hashable, Sendable, CaseIterable {
        /// The composed view.
        case view
        /// A stream, whose ID the event has as well.
        case screenshot
        /// The same, which is a camera.
        case photo
    }

    public let bytes: [UInt8]
    public let report: ImageReport
    public let source: Source

    /// Nil for what does not fit.
    ///
    /// - Parameters:
    ///   - bytes: A file of at most `SnapshotEvent.maximumImageBytes`.
    ///   - report: What it is; its checksum has only hexadecimal digits, its stream is an ID.
    ///   - source: What it was taken of.
    public init?(bytes: [UInt8], report: ImageReport, source: Source = .view) {
        guard bytes.count <= SnapshotEvent.maximumImageBytes,
            report.sha256.utf8.count <= Self.digestCharacters,
            report.sha256.allSatisfy(\.isHexDigit), report.stream.map(StreamLimits.isID) ?? true
        else { return nil }
        self.init(unchecked: bytes, report: report, source: source)
    }

    fileprivate init(unchecked bytes: [UInt8], report: ImageReport, source: Source) {
        self.bytes = bytes
        self.report = report
        self.source = source
    }
}

extension EventHub {
    /// Sends an image to every subscriber, as the event `snapshot`.
    @discardableResult
    public func publishSnapshot(_ image: EventImage) -> Publication {
        publish(SnapshotEvent.event(image))
    }
}
