public import ControlAPI
internal import NIOCore

/// The event that carries the composed picture to every subscriber.
public enum SnapshotEvent {
    /// The most that one has with all its lines, whatever the picture.
    public static let maximumBytes = 100_000

    /// The largest image that fits, in bytes.
    public static let maximumImageBytes = maximumImageBytes(besides: longest)

    /// The event; the hub adds `id` and `time`.
    static func event(_ image: EventImage) -> ControlEvent {
        let report = image.report
        return ControlEvent(
            .snapshot,
            [
                "format": .string(report.format.rawValue),
                "media_type": .string(report.format.mediaType),
                "width": .integer(report.width),
                "height": .integer(report.height),
                "bytes": .integer(report.bytes),
                "sha256": .string(report.sha256),
                "source": "view",
                "data": .string(Base64.text(image.bytes)),
            ]
        )
    }

    /// An event without an image, in which all else is as long as it can be.
    private static var longest: RenderedEvent {
        let digest = String(repeating: "f", count: EventImage.digestCharacters)
        let report = ImageReport(
            format: .jpeg,
            width: .min,
            height: .min,
            bytes: .min,
            sha256: digest
        )
        return RenderedEvent(
            id: .min,
            // No other number has a longer text.
            time: -Double.leastNormalMagnitude,
            data: EventData(event(EventImage(unchecked: [], report: report)))
        )
    }

    private static func maximumImageBytes(besides text: RenderedEvent) -> Int {
        // Four characters for three bytes.
        (maximumBytes - text.text.readableBytes) / 4 * 3
    }
}

/// A JPEG image that fits into an event.
public struct EventImage: Hashable, Sendable {
    /// The length of a checksum.
    static let digestCharacters = 64

    public let bytes: [UInt8]
    public let report: ImageReport

    /// Nil for what does not fit.
    ///
    /// - Parameters:
    ///   - bytes: A JPEG file of at most `SnapshotEvent.maximumImageBytes`.
    ///   - report: What it is; its checksum has only hexadecimal digits.
    public init?(bytes: [UInt8], report: ImageReport) {
        guard bytes.count <= SnapshotEvent.maximumImageBytes, report.format == .jpeg,
            report.sha256.utf8.count <= Self.digestCharacters,
            report.sha256.allSatisfy(\.isHexDigit)
        else { return nil }
        self.init(unchecked: bytes, report: report)
    }

    fileprivate init(unchecked bytes: [UInt8], report: ImageReport) {
        self.bytes = bytes
        self.report = report
    }
}

extension EventHub {
    /// Sends an image to every subscriber, as the event `snapshot`.
    @discardableResult
    public func publishSnapshot(_ image: EventImage) -> Publication {
        publish(SnapshotEvent.event(image))
    }
}
