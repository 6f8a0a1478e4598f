package import Addressing
internal import CFFmpeg
package import Media

extension SourceAddress {
    /// What libavformat opens.
    var libavURL: String {
        // With the protocol named, a path is never taken for another one.
        if case .file(let path) = kind { return "file:\(path.withSecrets)" }
        return text.withSecrets
    }

    /// What libavformat is told before it opens the address.
    func options(for configuration: StreamConfiguration) -> AVOptions {
        var options = AVOptions()
        let microseconds = libavTimeout(for: configuration).count / 1_000
        options.set("protocol_whitelist", protocols)
        options.set("max_streams", Int64(Self.mostTracks))
        if isNetwork { options.set("rw_timeout", microseconds) }
        switch kind {
        case .pattern, .camera, .awaited: break
        // `a%d.png` is the name of one image, and not of those that are numbered.
        case .file:
            options.set("pattern_type", "none")
            if configuration.root != nil { options.set("format_whitelist", SelfContained.formats) }
        case .web:
            options.set("user_agent", "pipd")
            options.set("timeout", microseconds)
            if configuration.live == true {
                // A camera's multipart pictures carry no time; when they came is all there is.
                options.set("use_wallclock_as_timestamps", 1)
                Self.setLowLatency(in: &options)
            }
        case .rtsp:
            Self.set(configuration.transport, in: &options)
            options.set("timeout", microseconds)
            options.set("buffer_size", Self.socketBytes)
            Self.setLowLatency(in: &options)
        case .datagrams:
            options.set("timeout", microseconds)
            // A burst that overruns the socket's queue loses packets, not the stream.
            options.set("overrun_nonfatal", 1)
            options.set("fifo_size", 50_000)
            options.set("buffer_size", Self.socketBytes)
            Self.setLowLatency(in: &options)
        }
        return options
    }

    /// Tracks of a source beyond which there are no more: each takes up to 1 MB while it
    /// is looked at. A whole satellite transponder has some 100.
    private static let mostTracks = 128

    /// How long one read may take before the source counts as lost.
    ///
    /// An HLS playlist at its live edge has nothing for as long as a segment
    /// lasts; its connections have the shorter limit of their own. A live picture
    /// that comes over HTTP without a playlist, as a camera's MJPEG does, comes on time.
    package func readTimeout(for configuration: StreamConfiguration) -> Nanoseconds {
        let timeout = configuration.boundedTimeout
        return isSegmented(configuration) ? max(timeout, .milliseconds(15_000)) : timeout
    }

    /// How long opening may take, and how long where something has come by then.
    ///
    /// Datagrams with one picture just before each timeout are known after three of them:
    /// one that is joined in the middle, and two that tell how far they lie apart.
    func openingTime(
        for configuration: StreamConfiguration
    ) -> (time: Nanoseconds, withInput: Nanoseconds?) {
        let timeout = configuration.boundedTimeout
        return kind == .datagrams
            ? (timeout, timeout * 3) : (readTimeout(for: configuration), nil)
    }

    /// libavformat's own limit. Where the gate has the same, that one is to come first:
    /// a read that fails by itself hands out as new what was held back since the silence began.
    private func libavTimeout(for configuration: StreamConfiguration) -> Nanoseconds {
        let timeout = configuration.boundedTimeout
        return isSegmented(configuration) ? timeout : timeout + .milliseconds(1_000)
    }

    private func isSegmented(_ configuration: StreamConfiguration) -> Bool {
        kind == .web && (configuration.live != true || isPlaylist)
    }

    /// Whether its media come in segments, as far as the address tells.
    private var isPlaylist: Bool {
        let name = SourceText.lastComponent(of: text.withSecrets).lowercased()
        return name.hasSuffix(".m3u8") || name.hasSuffix(".mpd")
    }

    /// What an address may lead to: a playlist or a session description cannot
    /// reach for other kinds of sources than its own.
    private var protocols: String {
        switch kind {
        case .pattern, .file, .camera, .awaited: "file,crypto,data"
        case .web: "http,https,httpproxy,tls,tcp,crypto,data"
        case .rtsp: "rtsp,rtsps,rtp,srtp,udp,tcp,tls,http,https,httpproxy"
        case .datagrams: "udp,rtp,srt"
        }
    }

    /// What a socket of datagrams may hold: a key picture of 1080p comes in one
    /// burst, and the kernel's usual 208 KiB hold a third of it. It gives less
    /// where `net.core.rmem_max` says so.
    private static let socketBytes: Int64 = 4 << 20

    private static func set(_ transport: StreamConfiguration.Transport, in options: inout AVOptions)
    {
        switch transport {
        case .tcp: options.set("rtsp_transport", "tcp")
        case .udp: options.set("rtsp_transport", "udp")
        case .auto: options.set("rtsp_flags", "prefer_tcp")
        }
    }

    /// A live stream is looked at for 1.5 s at most before it is played.
    private static func setLowLatency(in options: inout AVOptions) {
        options.set("analyzeduration", 1_500_000)
        options.set("probesize", 2_000_000)
        options.set("fpsprobesize", 0)
    }
}
