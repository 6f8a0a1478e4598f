internal import CFFmpeg
internal import Media

/// Opens a source, and says in people's words why that failed.
///
/// Thread: bound to the ingest thread.
struct SessionOpener {
    let shared: IngestShared
    let gate: InterruptGate

    /// Opens the demuxer and its decoder within the stream's timeout.
    ///
    /// - Throws: `SourceError`.
    func open() throws(SourceError) -> MediaSession {
        let address = shared.address
        let configuration = shared.configuration
        if case .file(let path) = address.kind { try LocalFile.check(path) }
        let timeout = configuration.boundedTimeout
        gate.allow(address.readTimeout(timeout))
        let demuxer: Demuxer
        do throws(AVError) {
            demuxer = try Demuxer.open(
                address.libavURL,
                options: address.options(for: configuration),
                gate: gate
            )
        } catch {
            throw .opening(address, error, timeout: timeout, wasSilent: gate.wasSilent)
        }
        try Self.check(demuxer, of: address)
        do throws(AVError) {
            return try MediaSession(
                demuxer: demuxer,
                threads: configuration.threads,
                isLive: shared.isLive,
                awaitsKeyFrame: shared.isLive && address.isNetwork,
                history: shared.history
            )
        } catch {
            throw .opening(address, error, timeout: timeout, wasSilent: false)
        }
    }

    /// Refuses files that libavformat opens although they hold no video.
    ///
    /// - Throws: `SourceError`.
    static func check(
        _ demuxer: borrowing Demuxer,
        of address: SourceAddress
    ) throws(SourceError) {
        if case .file(let path) = address.kind {
            // libavformat takes a name that ends in .txt for ANSI art.
            if demuxer.formatName == "tty" { throw .text(path) }
            // A file that told no size in all that was read of it has no pictures.
            if demuxer.size.isEmpty { throw .noPicture(address, codec: demuxer.description.codec) }
        }
    }
}
