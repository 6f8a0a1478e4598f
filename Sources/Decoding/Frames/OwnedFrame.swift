package import CFFmpeg

/// An empty frame that is freed with its owner.
package final class OwnedFrame {
    package let pointer: UnsafeMutablePointer<AVFrame>

    /// - Throws: `AVError` without memory.
    package init() throws(AVError) {
        pointer = try FrameStorage.allocate()
    }

    deinit {
        FrameStorage.free(pointer)
    }
}

/// An empty packet that is freed with its owner.
package final class OwnedPacket {
    package let pointer: UnsafeMutablePointer<AVPacket>

    /// - Throws: `AVError` without memory.
    package init() throws(AVError) {
        pointer = try Self.allocate()
    }

    deinit {
        Self.free(pointer)
    }

    /// Several without an owner.
    ///
    /// - Throws: `AVError` without memory.
    package static func allocate(
        count: Int
    ) throws(AVError) -> [UnsafeMutablePointer<AVPacket>] {
        var made: [UnsafeMutablePointer<AVPacket>] = []
        do throws(AVError) {
            while made.count < count { made.append(try allocate()) }
        } catch {
            made.forEach(free)
            throw error
        }
        return made
    }

    /// The corresponding C function is `av_packet_alloc`.
    private static func allocate() throws(AVError) -> UnsafeMutablePointer<AVPacket> {
        guard let packet = av_packet_alloc() else {
            throw AVError(call: "av_packet_alloc", code: .outOfMemory)
        }
        return packet
    }

    /// The corresponding C function is `av_packet_free`.
    package static func free(_ packet: UnsafeMutablePointer<AVPacket>) {
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        av_packet_free(&packet)
    }
}
