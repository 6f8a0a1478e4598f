package import CFFmpeg
package import Decoding
package import Media

/// A reference to one encoded packet, and what is known of it undecoded.
///
/// Thread: safe; it never changes. libav counts references to the bytes atomically.
package final class CodedPacket: @unchecked Sendable {
    // @unchecked Sendable: nobody writes to the packet after `init`, and `deinit`
    // runs when the last owner has gone.

    package let facts: PacketFacts
    /// When it came; nil for a file's.
    package let arrived: MonotonicTime?
    private let packet: UnsafeMutablePointer<AVPacket>

    /// The corresponding C function is `av_packet_clone`.
    ///
    /// - Parameters:
    ///   - source: Stays as it is.
    ///   - stream: What it belongs to.
    ///   - arrived: When it came.
    /// - Throws: `AVError` without memory: a packet that shares its bytes with no other
    ///   is copied.
    package init(
        cloning source: UnsafePointer<AVPacket>,
        of stream: CodedStream,
        arrived: MonotonicTime? = nil
    ) throws(AVError) {
        guard let packet = av_packet_clone(source) else {
            throw AVError(call: "av_packet_clone", code: .outOfMemory)
        }
        self.packet = packet
        self.arrived = arrived
        var facts = PacketFacts(source, of: stream)
        if !stream.isTimed { facts.time = nil }
        self.facts = facts
    }

    deinit {
        OwnedPacket.free(packet)
    }

    /// The memory that the packet keeps, in bytes.
    package var bytes: Int {
        Int(packet.pointee.buf?.pointee.size ?? Int(packet.pointee.size)) + Self.overhead
    }

    /// What a packet costs besides its bytes, about.
    private static let overhead = 512

    /// Lends the packet.
    package func withPacket<Result, Failure: Error>(
        _ body: (UnsafePointer<AVPacket>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafePointer(packet))
    }
}

extension UnsafePointer<AVPacket> {
    /// The packet's first bytes: enough for its headers. Valid as long as the packet is.
    package var headers: UnsafeBufferPointer<UInt8> {
        guard pointee.size > 0, let data = pointee.data else { return .init(start: nil, count: 0) }
        return UnsafeBufferPointer(start: data, count: min(Int(pointee.size), 4_096))
    }
}

/// What a packet says of itself undecoded.
package struct PacketFacts: Hashable, Sendable {
    /// When its picture is shown; nil where the container does not say.
    package var time: MediaTime?
    /// When it is to be decoded; nil where the container does not say.
    package var decodeTime: MediaTime?
    /// How long its picture is shown if nothing follows: as the container says, else assumed.
    package var duration = Nanoseconds.milliseconds(40)
    package var isKey = false
    /// Whether a picture of it is to be seen: not of one that an edit list leaves
    /// out, nor of one that others merely refer to.
    package var isShown = true
    /// Whether something of it is missing, or may be, as far as the demuxer knows.
    package var isDamaged = false
    /// Whether a picture is missing before it that it may refer to.
    package var followsGap = false
}

extension PacketFacts {
    package init(_ packet: UnsafePointer<AVPacket>, of stream: CodedStream) {
        let flags = packet.pointee.flags
        time = stream.time(packet.pointee.pts)
        decodeTime = stream.time(packet.pointee.dts)
        duration = stream.duration(ofLast: packet.pointee.duration)
        isKey = flags & AV_PKT_FLAG_KEY != 0
        isShown = flags & AV_PKT_FLAG_DISCARD == 0 && !stream.isHidden(packet)
        isDamaged = flags & AV_PKT_FLAG_CORRUPT != 0
    }
}

extension CodedStream {
    /// How long a picture is shown that nothing follows; above zero.
    ///
    /// - Parameter ticks: What the container or the decoder says; zero or less where it does not.
    /// - Returns: That, else the usual interval, else 40 ms.
    package func duration(ofLast ticks: Int64) -> Nanoseconds {
        if ticks > 0, let time = time(ticks), time > .zero { return time - .zero }
        return frameInterval ?? .milliseconds(40)
    }
}
