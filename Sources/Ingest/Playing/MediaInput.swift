internal import CFFmpeg
internal import Decoding
internal import Demuxing
internal import Media

/// Where a session's packets come from: from a demuxer, or from what a thread of its own reads
/// ahead of it.
///
/// Thread: bound to the ingest thread.
struct MediaInput {
    private let demuxer: OwnedDemuxer?
    private let ahead: ReadAhead?

    init(_ demuxer: OwnedDemuxer) {
        self.demuxer = demuxer
        ahead = nil
    }

    init(_ ahead: ReadAhead) {
        demuxer = nil
        self.ahead = ahead
    }

    /// Where the packets behind `anotherStream` belong.
    var turn: StreamTurn? { ahead?.turn }

    /// What the packets belong to that are read next; nil where that never changes.
    var stream: CodedStream? { ahead?.stream }

    /// Whether another thread reads it.
    var isReadAhead: Bool { ahead != nil }

    /// Why the last read failed, where that was on another thread.
    var failure: SourceError? { ahead?.failure }

    // MARK: As `Demuxer` says

    var isClipList: Bool { demuxer?.value.formatName == "concat" }
    var isSeekable: Bool { ahead?.isSeekable ?? demuxer?.value.isSeekable ?? false }
    var canRewind: Bool { ahead?.canRewind ?? demuxer?.value.canRewind ?? false }
    /// Nobody knows of a playlist, which is all that is read ahead.
    var tellsBytes: Bool { demuxer?.value.tellsBytes ?? false }
    var isReadCompletely: Bool { demuxer?.value.isReadCompletely ?? false }
    var isDry: Bool { demuxer?.value.isDry ?? false }

    func read(into packet: UnsafeMutablePointer<AVPacket>) throws(AVError)
        -> Demuxer.Output
    {
        if let ahead { return try ahead.read(into: packet) }
        return try demuxer?.value.read(into: packet) ?? .endOfFile
    }

    func seek(to time: MediaTime?) throws(AVError) {
        if let ahead { return try ahead.seek(to: time) }
        try demuxer?.value.seek(to: time)
    }
}
