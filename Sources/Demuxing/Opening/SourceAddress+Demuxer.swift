package import Addressing
internal import CFFmpeg
internal import Decoding
internal import Media

extension SourceAddress {
    /// Opens the source within the stream's timeout.
    ///
    /// - Parameters:
    ///   - configuration: Of the stream.
    ///   - probing: How closely the source is looked at before.
    ///   - gate: Bounds the time that this and every later call takes.
    /// - Returns: The demuxer, positioned at its start.
    /// - Throws: `SourceError`, also for files that libavformat opens although they
    ///   hold no video.
    package func openDemuxer(
        for configuration: StreamConfiguration,
        probing: Demuxer.Probing = .thorough,
        gate: InterruptGate
    ) throws(SourceError) -> Demuxer {
        let file = try openFile(for: configuration)
        try MediaLibraries.loadForReading()
        let (time, longer) = openingTime(for: configuration)
        gate.allow(time, withInput: longer)
        cffmpeg_forget()
        let demuxer: Demuxer
        do throws(AVError) {
            // libavformat opens it again, by its number.
            demuxer = try withExtendedLifetime(file) { () throws(AVError) in
                try Demuxer.open(
                    file?.url ?? libavURL,
                    format: file?.format,
                    options: options(for: configuration),
                    probing: probing,
                    gate: gate
                )
            }
        } catch {
            if file != nil, error.code == .invalidArgument, let filePath {
                throw .leadsElsewhere(filePath)
            }
            // A server that has answered was not silent, whatever became of the rest.
            let heard = cffmpeg_what_was_heard()
            let hasAnswered =
                gate.playlists.hasInput || heard.headerLines > 0 || heard.hasPackets != 0
            let wait = CallEnd.Wait(
                duration: gate.timeOut ?? configuration.boundedTimeout,
                came: hasAnswered ? .data : .nothing
            )
            throw .opening(self, error, gate.end(of: error, waitingFor: wait))
        }
        try check(demuxer)
        return demuxer
    }

    /// - Returns: Nil for what libavformat is to open itself.
    private func openFile(
        for configuration: StreamConfiguration
    ) throws(SourceError) -> SelfContained? {
        guard case .file(let path) = kind else { return nil }
        if let root = configuration.root { return try SelfContained(path, beneath: root) }
        try LocalFile.check(path)
        return nil
    }

    /// Refuses files that libavformat opens although they hold no video.
    private func check(_ demuxer: borrowing Demuxer) throws(SourceError) {
        guard case .file(let path) = kind else { return }
        // libavformat takes a name that ends in .txt for ANSI art.
        if demuxer.formatName == "tty" { throw .text(path) }
        // A file that told no size in all that was read of it has no pictures.
        if demuxer.video.size.isEmpty {
            throw .noPicture(self, codec: demuxer.video.description.codec)
        }
    }
}
