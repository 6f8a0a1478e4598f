internal import Glibc
public import Media
public import Platform

/// Where a stream comes from.
///
///     demo                       the built-in pattern, 1280x720 at 30 Hz
///     test:640x360@30000/1001    the same in another size and rate
///     /srv/a.mp4, file:///srv/a.mp4, a.mp4
///     http:// https://           a file, or HLS
///     rtsp:// rtsps:// udp:// rtp:// srt://
///     /dev/video0, /dev/v4l/by-id/…, v4l2:///dev/video0    a camera
public struct SourceAddress: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case pattern(PixelSize, Hertz)
        /// A path of this machine.
        case file(AddressText)
        /// `http`, `https`.
        case web
        /// `rtsp`, `rtsps`.
        case rtsp
        /// `udp`, `rtp`, `srt`.
        case datagrams
        /// The path of a V4L2 device.
        case camera(String)
        /// Nothing yet, and why, in words.
        case awaited(String)
    }

    public let kind: Kind
    /// What libav opens.
    package let text: AddressText

    private init(kind: Kind, text: String) {
        self.kind = kind
        self.text = AddressText(text)
    }

    /// Reads an address; spaces around one with a scheme are passed over.
    ///
    /// - Throws: `SourceError` of kind `address`, saying what is accepted.
    public static func parse(_ text: String) throws(SourceError) -> Self {
        if text.isEmpty { throw invalid(text, "it is empty") }
        if text.utf8.contains(0) { throw invalid(text, "it has a zero byte in it") }
        if text == "demo" { return Self(kind: demo, text: text) }
        let trimmed = SourceText.trimmed(text)
        if let scheme = SourceText.scheme(of: trimmed) { return try parse(trimmed, scheme: scheme) }
        if text.hasPrefix("test:") { return Self(kind: try pattern(text), text: text) }
        if SourceText.isCamera(text) { return Self(kind: .camera(text), text: text) }
        if let scheme = SourceText.brokenScheme(of: trimmed) {
            throw invalid(text, "an address begins with \(scheme)://")
        }
        return Self(kind: .file(AddressText(text)), text: text)
    }

    /// The address of what is not known yet, and cannot be shown before it is, for a reason in
    /// words.
    public static func awaiting(_ reason: String) -> Self {
        Self(kind: .awaited(reason), text: "")
    }

    /// Whether it is one of `awaiting`.
    public var isAwaited: Bool {
        if case .awaited = kind { true } else { false }
    }

    /// The name of a stream that is given by its address alone: made from the
    /// last path component, else the host, without query and password.
    public static func suggestedID(for text: String) -> StreamID {
        StreamID(sanitizing: SourceText.lastComponent(of: OutsideText.shown(text)))
    }

    /// The address for logs and the status: as its text prints itself.
    public var redacted: String { "\(text)" }

    /// Whether the pictures come from this machine's file system.
    public var isLocalFile: Bool {
        if case .file = kind { true } else { false }
    }

    /// The path of this machine's file, as it was given; nil for what is no file.
    public var filePath: AddressText? {
        if case .file(let path) = kind { path } else { nil }
    }

    /// Whether it is an image, by its name.
    public var isImage: Bool {
        guard filePath != nil || isWeb else { return false }
        let all = text.withSecrets[...]
        let name = isWeb ? all.prefix { $0 != "?" && $0 != "#" } : all
        return ImageFileFormat(ofFileNamed: name) != nil
    }

    /// Whether it is `http` or `https`.
    public var isWeb: Bool {
        if case .web = kind { true } else { false }
    }

    /// Whether this source can be opened only when the other one is closed: both are the same
    /// camera, or take the same port of this machine.
    package func excludes(_ other: Self) -> Bool {
        switch (kind, other.kind) {
        case (.camera(let path), .camera(let held)): path == held
        case (.datagrams, .datagrams): !takenPorts.isDisjoint(with: other.takenPorts)
        default: false
        }
    }

    /// The ports that datagrams may be awaited at.
    private var takenPorts: Set<Int> {
        let ports = SourceText.ports(text.withSecrets)
        // Reports of RTP come one higher.
        return ports.union(ports.map { $0 + 1 })
    }

    /// Why this machine's file cannot be read; nil where it can, and for what is no file.
    public var reasonUnreadable: Errno? {
        guard case .file(let path) = kind else { return nil }
        do throws(SystemCallError) {
            try systemCall("access") { access(path.withSecrets, R_OK) }
            return nil
        } catch {
            return error.errno
        }
    }

    /// Whether the pictures come from a camera of this machine.
    public var isCamera: Bool {
        if case .camera = kind { true } else { false }
    }

    /// Whether the connection may break, so that it is worth making again.
    public var isNetwork: Bool {
        switch kind {
        case .pattern, .file, .camera, .awaited: false
        case .web, .rtsp, .datagrams: true
        }
    }

    /// Whether libav's frames hold the pictures.
    package var keepsFrames: Bool {
        if case .pattern = kind { false } else { true }
    }

    /// Whether pictures are shown as they arrive, unless the configuration says otherwise.
    ///
    /// Web sources deliver in bursts (HLS: whole segments), so they wait for
    /// room as files do.
    var isLive: Bool {
        switch kind {
        case .pattern, .file, .web, .awaited: false
        case .rtsp, .datagrams, .camera: true
        }
    }

    private static func parse(_ text: String, scheme: String) throws(SourceError) -> Self {
        switch scheme {
        case "file":
            let form = "a file address looks like file:///srv/video.mp4"
            return Self(kind: .file(AddressText(try path(in: text, form: form))), text: text)
        case "http", "https": return try network(text, .web)
        case "rtsp", "rtsps": return try network(text, .rtsp)
        case "udp", "rtp", "srt": return try network(text, .datagrams)
        case "v4l2":
            let form = "a camera's address looks like v4l2:///dev/video0"
            return Self(kind: .camera(try path(in: text, form: form)), text: text)
        default: throw invalid(text, "'\(scheme)' is not a known scheme")
        }
    }

    private static func network(_ text: String, _ kind: Kind) throws(SourceError) -> Self {
        guard !SourceText.authority(of: text).isEmpty else {
            throw invalid(text, "it names no host")
        }
        // It is not repeated: what stands there may be a password.
        if !SourceText.hasPossiblePorts(text, isDatagrams: kind == .datagrams) {
            throw invalid(text, "a port is a number from 1 to 65535")
        }
        return Self(kind: kind, text: text)
    }

    /// The path of this machine in an address of the form `scheme:///path`.
    private static func path(in text: String, form: String) throws(SourceError) -> String {
        let rest = text[(text.firstRange(of: "://")?.upperBound ?? text.startIndex)...]
        let path = rest.hasPrefix("localhost/") ? rest.dropFirst("localhost".count) : rest
        guard path.hasPrefix("/"), let decoded = SourceText.percentDecoded(path) else {
            throw invalid(text, form)
        }
        return decoded
    }

    private static func invalid(_ text: String, _ reason: String) -> SourceError {
        SourceError(
            .address,
            """
            '\(AddressText(text))' is not a source: \(reason). Accepted are demo, \
            test:WIDTHxHEIGHT@RATE, the path of a file or camera, and addresses that start with \
            file://, http://, https://, rtsp://, rtsps://, udp://, rtp://, srt:// or v4l2://
            """
        )
    }
}

extension SourceAddress: CustomStringConvertible, CustomReflectable {
    public var description: String { redacted }

    /// Without the text, which `dump` would print.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SourceAddress {
    private static var demo: Kind {
        .pattern(PixelSize(width: 1280, height: 720), .thirty)
    }

    /// `test:WxH@R`, with R as 30, 29.97 or 30000/1001.
    private static func pattern(_ text: String) throws(SourceError) -> Kind {
        let form = "a pattern looks like test:1280x720@30, 16x16 to 7680x4320, at 1 to 240 Hz"
        let parts = text.dropFirst("test:".count).split(
            separator: "@",
            omittingEmptySubsequences: false
        )
        guard (1...2).contains(parts.count), let size = PixelSize(text: parts[0]),
            (16...7680).contains(size.width), (16...4320).contains(size.height)
        else { throw invalid(text, form) }
        guard let rate = parts.count == 2 ? Hertz(text: parts[1]) : .thirty,
            (1...240).contains(rate.value)
        else { throw invalid(text, form) }
        return .pattern(size, rate)
    }
}
