internal import CFFmpeg
internal import Decoding
internal import Demuxing
internal import Media

/// Where a session's packets come from.
///
/// Thread: bound to the ingest thread.
enum MediaInput {
    case demuxer(OwnedDemuxer)
    /// A playlist that a thread of its own reads ahead.
    case ahead(ReadAhead)

    /// What another thread reads; nil where the session does itself.
    var ahead: ReadAhead? { if case .ahead(let ahead) = self { ahead } else { nil } }

    /// What the session reads itself.
    private var demuxer: OwnedDemuxer? {
        if case .demuxer(let demuxer) = self { demuxer } else { nil }
    }

    // MARK: As `Demuxer` says

    var isClipList: Bool { demuxer?.value.formatName == "concat" }
    // Nobody knows of a playlist.
    var tellsBytes: Bool { demuxer?.value.tellsBytes ?? false }
    var isReadCompletely: Bool { demuxer?.value.isReadCompletely ?? false }
    var isDry: Bool { demuxer?.value.isDry ?? false }

    var isSeekable: Bool {
        switch self {
        case .demuxer(let demuxer): demuxer.value.isSeekable
        case .ahead(let ahead): ahead.isSeekable
        }
    }

    var canRewind: Bool {
        switch self {
        case .demuxer(let demuxer): demuxer.value.canRewind
        case .ahead(let ahead): ahead.canRewind
        }
    }

    func read(into packet: UnsafeMutablePointer<AVPacket>) throws(AVError) -> Demuxer.Output {
        switch self {
        case .demuxer(let demuxer): try demuxer.value.read(into: packet)
        case .ahead(let ahead): try ahead.read(into: packet)
        }
    }

    func seek(to time: MediaTime?) throws(AVError) {
        switch self {
        case .demuxer(let demuxer): try demuxer.value.seek(to: time)
        case .ahead(let ahead): try ahead.seek(to: time)
        }
    }
}
