internal import Demuxing
internal import Media

/// Where a search takes packets from: a file, or what is kept of a live stream.
///
/// Thread: bound to the thread that searches.
protocol PacketSource: AnyObject {
    var stream: CodedStream { get }

    /// Goes to an entry point at or before a time where it can, else to the beginning.
    ///
    /// - Parameter time: Nil is the beginning.
    /// - Returns: Whether it is at the beginning.
    /// - Throws: `StillError`.
    func begin(near time: MediaTime?) throws(StillError) -> Bool

    /// Whether the end came before the stream's stated one, once `next` said nil.
    var isCut: Bool { get }

    /// The next packet in decoding order; nil at the end.
    ///
    /// - Throws: `StillError`; also when the time is up.
    func next() throws(StillError) -> CodedPacket?

    /// When the packet came whose picture is shown at a time; nil for a file's.
    func arrival(of time: MediaTime) -> MonotonicTime?
}
