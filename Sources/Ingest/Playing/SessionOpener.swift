internal import Addressing
internal import CFFmpeg
internal import Decoding
internal import Demuxing
internal import Media
internal import Presentation
internal import Stills
internal import Streams

extension InterruptGate {
    /// That of a connection of a stream: ended with it.
    convenience init(_ shared: IngestShared) {
        self.init(silence: shared.configuration.boundedTimeout) {
            [controls = shared.controls] in controls.isStopped
        }
    }
}

/// Opens a source, and says in people's words why that failed.
///
/// Thread: bound to the ingest thread.
struct SessionOpener {
    let shared: IngestShared
    /// What the source is opened with, and read by whoever reads it.
    let gate: InterruptGate
    /// Ends the ingest thread's waiting for another one that reads; nil: it reads itself.
    var waiting: InterruptGate?
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
        let size = demuxer.video.size
        let isPlaylist = demuxer.formatName == "hls"
        do throws(AVError) {
            let owned = OwnedDemuxer(demuxer)
            let session = try MediaSession(
                demuxer: owned,
                configuration: .init(
                    threads: configuration.threads,
                    isLive: shared.isLive,
                    awaitsKeyFrame: shared.isLive && address.isNetwork,
                    history: history,
                    omission: omission
                )
            )
            if isPlaylist, address.isNetwork, let waiting {
                session.read(from: try readAhead(owned, waiting: waiting))
            }
            return session
        } catch {
            // Most decoders do not open for pictures that are too large.
            if !size.isEmpty, !size.isShown { throw .tooLarge(address, size) }
            throw .opening(address, error, .failed)
        }
    }

    /// Leaves the demuxer and its gate to a thread that reads it.
    private func readAhead(
        _ demuxer: OwnedDemuxer,
        waiting: InterruptGate
    ) throws(AVError) -> ReadAhead {
        let input = try VariantInput(demuxer, gate: gate)
        let plan = input.variants.chosen.map {
            VariantPlan(shared.choice(among: input.variants.all), current: $0)
        }
        do {
            return try ReadAhead(waiting: waiting) { channel in
                AheadReader(input, plan: plan, shared: shared, channel: channel)
            }
        } catch {
            throw AVError(call: "pthread_create", code: .outOfMemory)
        }
    }
}
