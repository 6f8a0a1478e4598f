internal import Addressing
internal import CFFmpeg
internal import Decoding
internal import Demuxing
internal import Media
internal import Stills
internal import Streams

/// Opens a source, and says in people's words why that failed.
///
/// Thread: bound to the ingest thread.
struct SessionOpener {
    let shared: IngestShared
    let gate: InterruptGate
    var omission: PictureOmission?
    var history: PacketHistory?

    /// Opens the demuxer and its decoder within the stream's timeout.
    ///
    /// - Throws: `SourceError`.
    func open() throws(SourceError) -> MediaSession {
        let address = shared.address
        let configuration = shared.configuration
        let demuxer = try address.openDemuxer(
            for: configuration,
            probing: address.isLocalFile ? .playing : .thorough,
            gate: gate
        )
        let size = demuxer.size
        do throws(AVError) {
            return try MediaSession(
                demuxer: demuxer,
                configuration: .init(
                    threads: configuration.threads,
                    isLive: shared.isLive,
                    awaitsKeyFrame: shared.isLive && address.isNetwork,
                    history: history,
                    omission: omission
                )
            )
        } catch {
            // Most decoders do not open for pictures that are too large.
            if !size.isEmpty, !size.isShown { throw .tooLarge(address, size) }
            throw .opening(address, error, .failed)
        }
    }
}
