package import Addressing
internal import CFFmpeg
package import Decoding
package import Media

extension SourceError {
    /// Why an address could not be opened.
    ///
    /// - Parameters:
    ///   - address: What was opened.
    ///   - error: What libav said.
    ///   - end: How the call ended.
    /// - Returns: The error for people.
    package static func opening(_ address: SourceAddress, _ error: AVError, _ end: CallEnd) -> Self
    {
        if let cut = cut(address, end) { return cut }
        if error.code == .outOfMemory { return noMemory(address) }
        if error.code == .noSegments { return noSegments(address) }
        if case .file(let path) = address.kind { return openingFile(address, path, error) }
        let heard = cffmpeg_what_was_heard()
        if let answer = answer(error.code, status: Int(heard.status), at: address) { return answer }
        let place = address.redacted
        switch error.code {
        case .streamNotFound: return noVideo(place, isImage: address.isImage)
        case .decoderNotFound: return noDecoder(address)
        case .noKey: return encrypted(place)
        case .protocolNotFound:
            return Self(
                .notBuiltIn,
                "\(place): this libavformat was built without the protocol"
            )
        case .invalidData where address.kind == .rtsp:
            return Self(
                .connection,
                "\(place): the other end closed the connection or does not speak RTSP"
            )
        // Less came than the server said: what there is may well be video.
        case .invalidData where heard.isEmpty != 0, .demuxerNotFound where heard.isEmpty != 0:
            return Self(.connection, "\(place): \(connection(.inputOutput))")
        case .invalidData where cffmpeg_refused_scheme().pointee != 0:
            return refusedPart(address)
        case .invalidData where address.kind == .datagrams,
            .demuxerNotFound where address.kind == .datagrams:
            return Self(.notMedia, "\(place) gets data, but no video that libav can read")
        case .invalidData, .demuxerNotFound:
            let what = address.isImage ? "a picture" : "video"
            return Self(.notMedia, "\(place) answered, but not with \(what) that libav can read")
        case .invalidArgument where heard.redirections > 0:
            return redirected(address)
        default: return Self(.connection, "\(place): \(connection(error.code))")
        }
    }

    /// libavformat follows no redirection to another protocol.
    private static func redirected(_ address: SourceAddress) -> Self {
        let scheme = String(cString: cffmpeg_redirection_scheme())
        // These two are followed wherever they can be.
        let isAddress = !["", "http", "https"].contains(scheme)
        let target = isAddress ? "\(scheme):" : "what is no address"
        return Self(
            .connection,
            "\(address.redacted): the server redirects to \(target), which is not accepted; http"
                + " and https are",
            isRefusal: true
        )
    }

    /// libavformat opens no segment of a protocol that is not among those of the source.
    private static func refusedPart(_ address: SourceAddress) -> Self {
        let scheme = String(cString: cffmpeg_refused_scheme())
        return Self(
            .connection,
            "\(address.redacted): its playlist leads to \(scheme):, which is not accepted; http"
                + " and https are",
            isRefusal: true
        )
    }

    /// Why an open source was lost.
    package static func reading(_ address: SourceAddress, _ error: AVError, _ end: CallEnd) -> Self
    {
        if let cut = cut(address, end) { return cut }
        if error.code == .noKey { return encrypted(address.redacted) }
        if error.code == .outOfMemory { return noMemory(address) }
        // What else was heard is of the opening, or of another part of the stream.
        let cause =
            error.code == .inputOutput
            ? brokenOff(cffmpeg_what_was_heard()) ?? "the connection failed"
            : connection(error.code)
        return Self(.connection, "\(address.redacted): \(cause)")
    }

    /// The other end closed a stream that has no end.
    package static func closed(_ address: SourceAddress) -> Self {
        Self(.ended, "\(address.redacted): the other end closed the stream")
    }

    package static func noPicture(_ address: SourceAddress, codec: String?) -> Self {
        Self(
            .notMedia,
            "\(address.redacted): no picture could be decoded (\(codec ?? "unknown codec"))"
        )
    }

    /// Packets of an open source do not become pictures.
    package static func undecodable(_ address: SourceAddress, codec: String?, cause: String) -> Self
    {
        Self(
            .damaged,
            "\(address.redacted): packets cannot be decoded as \(codec ?? "video"): \(cause)"
        )
    }

    package static func changed(_ address: SourceAddress) -> Self {
        Self(.changed, "\(address.redacted) was changed while it played")
    }

    package static func tooLarge(_ address: SourceAddress, _ size: PixelSize) -> Self {
        Self(
            .size,
            "\(address.redacted): pictures of \(size) are too large; up to \(PixelSize.largest) are"
                + " shown"
        )
    }

    /// Nil where libav itself failed.
    private static func cut(_ address: SourceAddress, _ end: CallEnd) -> Self? {
        switch end {
        case .failed: nil
        case .refused(let refusal): playlist(address, refusal)
        case .flooded(let flood): flooded(address, flood)
        case .late(let wait): silent(address, wait)
        }
    }

    /// A source of which more came than it may send before its first picture.
    private static func flooded(_ address: SourceAddress, _ flood: CallEnd.Flood) -> Self {
        let place = address.redacted
        switch flood {
        case .header:
            let limit = InterruptGate.mostHeaderLines
            return Self(
                .connection,
                "\(place): the server's answer has a header of more than \(limit) lines",
                isRefusal: true
            )
        case .media:
            return Self(
                .connection,
                "\(place): \(PlaylistMeter.openingLimit >> 20) MiB came, and no picture in them; an"
                    + " MP4 needs its index first: ffmpeg -movflags +faststart"
            ).costly
        case .file(let bytes):
            let what = address.isImage ? "picture" : "video"
            return Self(
                .notMedia,
                "\(place): no \(what) was found in the \(bytes >> 20) MiB that were read of it"
            )
        }
    }

    /// A playlist that libavformat is not given.
    package static func playlist(_ address: SourceAddress, _ refusal: PlaylistRefusal) -> Self {
        let place = address.redacted
        switch refusal {
        case .tooLong:
            let limit = PlaylistMeter.limit >> 20
            return Self(
                .size,
                "\(place): its playlists are longer than \(limit) MiB; name fewer segments"
            )
        case .hasTooManySegments:
            return Self(
                .size,
                "\(place): its playlists name more than \(PlaylistMeter.mostSegments) segments;"
                    + " name fewer"
            )
        case .isMaster:
            return Self(
                .connection,
                "\(place): a playlist of segments is one of playlists; the server must not"
                    + " change that, nor nest them"
            )
        case .namesNoSegments: return noSegments(address)
        case .isEncrypted: return encrypted(place)
        case .isMalformed(let tag):
            return Self(.connection, "\(place): its playlist says what cannot be (\(tag))")
        }
    }

    private static func silent(_ address: SourceAddress, _ wait: CallEnd.Wait) -> Self {
        let seconds = (wait.duration.seconds * 10).rounded() / 10
        let what =
            switch wait.came {
            case .nothing: "nothing came"
            case .data: "data came, but no picture"
            case .unknown: "no picture came"
            }
        return Self(.timeout, "\(address.redacted): \(what) for \(seconds) s")
    }

    /// An MP4 whose index comes last can be played only where its parts can be asked for.
    package static func needsRanges(_ address: SourceAddress) -> Self {
        Self(
            .connection,
            "\(address.redacted) is an MP4 with its index at the end, and the server sends no"
                + " parts of files (Range); put the index first: ffmpeg -movflags +faststart"
        )
    }

    package static func noMemory(_ address: SourceAddress) -> Self {
        Self(
            .resources,
            "\(address.redacted): the system refuses the memory for it; what helps is a higher"
                + " limit, or fewer or smaller streams"
        )
    }

    private static func openingFile(
        _ address: SourceAddress,
        _ path: AddressText,
        _ error: AVError
    ) -> Self {
        switch error.code {
        case .streamNotFound: return noVideo("\(path)", isImage: address.isImage)
        case .decoderNotFound: return noDecoder(address)
        case .noKey: return encrypted("\(path)")
        case .inputOutput: return Self(.connection, "\(path): reading failed (\(error.code))")
        default: break
        }
        switch LocalFile.appearance(of: path) {
        case .text: return text(path)
        case _ where address.isImage:
            return Self(
                .notMedia,
                "\(path) is not a picture that libav knows, or its beginning is damaged"
            )
        case .mp4:
            return Self(
                .notMedia,
                """
                \(path) is an MP4 file without its index (moov): it is cut off or still being \
                written. Finish or copy it again; a recorder can be told to write fragments
                """
            )
        case .other:
            return Self(
                .notMedia,
                "\(path) is not a video file that libav knows, or its beginning is damaged"
            )
        }
    }

    /// One of no format that is on the list, see `SelfContained`.
    static func leadsElsewhere(_ path: AddressText) -> Self {
        Self(
            .notMedia,
            path.namesImage
                ? "\(path) is no picture of a kind that the library shows, or its beginning is damaged"
                : "\(path) is no picture or video of a kind that the library shows; it may be one that leads to other files, such as a playlist"
        )
    }

    /// A text file, whatever its name says.
    static func text(_ path: AddressText) -> Self {
        Self(.notMedia, "\(path) is a text file, \(path.namesImage ? "no picture" : "not video")")
    }

    private static func noVideo(_ place: String, isImage: Bool) -> Self {
        let what = isImage ? "picture" : "video"
        return Self(.noVideo, "\(place) has no \(what) in it, only sound or data")
    }

    private static func noSegments(_ address: SourceAddress) -> Self {
        Self(
            .notFound,
            "\(address.redacted) is a playlist that names no segments yet; it is read again"
        )
    }

    private static func encrypted(_ place: String) -> Self {
        Self(
            .encrypted,
            "\(place) is encrypted (DRM), and pipd decrypts nothing; use it without encryption"
        )
    }

    package static func noDecoder(_ address: SourceAddress) -> Self {
        let advice = address.isImage ? "picture; JPEG always works" : "video; H.264 always works"
        // Of a file the path alone.
        let place = address.filePath.map { "\($0)" } ?? address.redacted
        return Self(
            .unsupportedCodec,
            "\(place): this libavcodec has no decoder for its \(advice)"
        )
    }

    /// What went wrong, told by libavformat's log on this thread.
    private static func unnamed(_ heard: cffmpeg_heard) -> String {
        if heard.isNameUnknown != 0 { return "the host's name is not known" }
        // libavformat follows eight.
        if heard.redirections > 8 {
            return "the server redirects in a circle, \(heard.redirections) times;"
                + " correct the address"
        }
        if heard.headerLines > 500 {
            return "the server's answer has a header of \(heard.headerLines) lines"
        }
        return brokenOff(heard) ?? "the connection failed"
    }

    /// Nil for an answer that did not.
    private static func brokenOff(_ heard: cffmpeg_heard) -> String? {
        guard heard.isEmpty != 0 else { return nil }
        return "the server's answer broke off after \(heard.bytes) of \(heard.size) bytes"
    }

    private static func connection(_ code: AVError.Code) -> String {
        switch code {
        case .connectionRefused: "connection refused; nothing listens there"
        case .connectionReset, .brokenPipe: "the other end broke the connection"
        case .hostUnreachable, .networkUnreachable: "the host cannot be reached"
        // What libavformat makes of whatever it has no code for.
        case .inputOutput: unnamed(cffmpeg_what_was_heard())
        case .endOfFile: "the other end closed the connection"
        case .exit: "the connection was given up"
        default: "\(code)"
        }
    }
}

extension AddressText {
    /// Whether a path is that of an image, by its name.
    var namesImage: Bool { ImageFileFormat(ofFileNamed: withSecrets) != nil }

    /// What is to be at a path, by its name.
    var namedMedium: String { namesImage ? "picture" : "video" }
}
