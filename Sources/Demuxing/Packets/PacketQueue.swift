package import CFFmpeg
package import Decoding

/// The packet to decode next, and those behind it that were read to know what follows.
///
/// What ends reading is told in its turn, when the packets before it are gone.
///
/// Thread: bound to the one that made it.
package struct PacketQueue: ~Copyable {
    /// A picture, and as many as a decoder can hold back: `CodedStream.mostReordered`.
    package static let capacity = 17
    private let packets: InlineArray<17, UnsafeMutablePointer<AVPacket>>
    private var head = 0
    package private(set) var count = 0
    private var ending: Ending?

    private enum Ending {
        case endOfFile
        case anotherStream
        case failure(AVError)
    }

    /// - Throws: `AVError` without memory.
    package init() throws(AVError) {
        let made = try OwnedPacket.allocate(count: Self.capacity)
        packets = InlineArray { made[$0] }
    }

    deinit {
        for index in 0..<Self.capacity { OwnedPacket.free(packets[index]) }
    }

    package var isEmpty: Bool { count == 0 }

    /// One of the `count` packets, the oldest first.
    package subscript(index: Int) -> UnsafePointer<AVPacket> {
        UnsafePointer(packets[(head + index) % Self.capacity])
    }

    /// Reads one packet more.
    ///
    /// - Parameter read: Fills an empty packet, as `Demuxer.read(into:)` does.
    /// - Returns: The packet; nil without room, at the end, before packets of another stream,
    ///   and after a failure.
    package mutating func append(
        _ read: (UnsafeMutablePointer<AVPacket>) throws(AVError) -> Demuxer.Output
    ) -> UnsafeMutablePointer<AVPacket>? {
        guard count < Self.capacity, ending == nil else { return nil }
        let packet = packets[(head + count) % Self.capacity]
        do throws(AVError) {
            switch try read(packet) {
            case .packet:
                count += 1
                return packet
            case .anotherStream: ending = .anotherStream
            case .endOfFile: ending = .endOfFile
            }
        } catch {
            ending = .failure(error)
        }
        return nil
    }

    /// Whether packets of another stream follow; none of them is read until `turn`.
    package var isBeforeAnotherStream: Bool {
        if case .anotherStream = ending { true } else { false }
    }

    /// Goes on with the packets of another stream.
    package mutating func turn() { ending = nil }

    /// The packet to decode next, until `removeFirst`; nil at the end, and before packets of
    /// another stream.
    ///
    /// - Throws: `AVError` where reading failed. It may be tried again.
    package mutating func first() throws(AVError) -> UnsafeMutablePointer<AVPacket>? {
        if count > 0 { return packets[head] }
        if isBeforeAnotherStream { return nil }
        if case .failure(let error) = ending.take() { throw error }
        return nil
    }

    /// Does nothing to an empty queue.
    package mutating func removeFirst() {
        guard count > 0 else { return }
        av_packet_unref(packets[head])
        head = (head + 1) % Self.capacity
        count -= 1
    }

    package mutating func removeAll() {
        while count > 0 { removeFirst() }
        ending = nil
    }
}
