package import Addressing
package import FrameTransport
package import Media

/// What delivers a stream's pictures. The stream's thread drives it:
///
///              ┌────────── back-off ◄─────────┐
///              ▼                              │ throws
///     start ─ open ─► step, step, step … ─► close ─► again, or the end
///
/// A kind of source is a type of this protocol, and a line in `SourceParts+Kinds.swift`.
///
/// Thread: bound to the ingest thread.
package protocol VideoSource: AnyObject {
    var continuity: SourceContinuity { get }

    /// Connects, or begins again after `close`.
    ///
    /// - Throws: `SourceError`; what was made by then is let go, and `close` not called.
    func open() throws(SourceError)

    /// Does a bounded piece of work: a packet, a picture, or a wait that the stream's
    /// wake-up ends.
    ///
    /// - Throws: `SourceError` where the source is lost.
    func step() throws(SourceError) -> SourceStep

    /// Goes to the picture of a time, which is delivered next, to be shown at once.
    ///
    /// - Parameter position: From the stream's start; beyond the end it is the last picture.
    /// - Returns: `.openAgain` where the way there begins with a new connection.
    /// - Throws: `SourceError` where the source is lost.
    func seek(to position: MediaTime) throws(SourceError) -> SourceStep

    /// Lets go of what `open` made.
    func close()

    /// What tells, after a loss, that it is worth trying again before the time; asked every
    /// 200 ms. Nil where nothing can.
    func returning(after error: SourceError) -> (() -> Bool)?
}

extension VideoSource {
    /// Of a source that has no times to go to.
    package func seek(to position: MediaTime) throws(SourceError) -> SourceStep { .goOn }
}

/// What a step has come to.
package enum SourceStep {
    case goOn
    /// It begins again where it is opened anew.
    case openAgain
    /// Everything was delivered.
    case ended
}

/// What the kind of a source decides: where its pictures live, and what delivers them.
package struct SourceParts: Sendable {
    let storage: any PictureStorage
    /// Called on the ingest thread.
    let make: @Sendable (IngestShared, PicturePublisher) -> any VideoSource

    package init(
        storage: any PictureStorage,
        make: @escaping @Sendable (IngestShared, PicturePublisher) -> any VideoSource
    ) {
        self.storage = storage
        self.make = make
    }
}
