package import Platform

/// Why a source cannot be used: what failed, on what, and what would work.
///
/// The message is for people, on a screen or in a journal: it names the source
/// without its password and never repeats a library's "Invalid data found".
public struct SourceError: Error, Hashable, Sendable {
    /// What kind of thing went wrong; decides whether trying again can help.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The address is not one of the accepted forms.
        case address
        /// Recognised, but not part of this version.
        case notBuiltIn = "not_built_in"
        /// No such file, directory entry or document.
        case notFound = "not_found"
        /// It is there, but may not be read; or the server wants another login.
        case notPermitted = "not_permitted"
        /// A directory, pipe, socket or device where a file is expected.
        case notAFile = "not_a_file"
        /// Not video at all, or cut off before it starts.
        case notMedia = "not_media"
        /// Media without a video stream.
        case noVideo = "no_video"
        /// Video that no decoder of this libavcodec knows.
        case unsupportedCodec = "unsupported_codec"
        /// Video that is encrypted.
        case encrypted
        /// A device that delivers no pictures.
        case notACamera = "not_a_camera"
        /// A camera that another program uses.
        case busy
        /// A camera that has no such size, rate or format.
        case notOffered = "not_offered"
        /// Many packets cannot be decoded; the stream goes on.
        case damaged
        /// A file that is another one than the one that was opened.
        case changed
        /// Larger than `PixelSize.largest`, or of no size.
        case size
        /// The other end does not accept, closed, or broke the connection.
        case connection
        /// Nothing came for longer than the stream's timeout.
        case timeout
        /// The stream ended although it is not meant to.
        case ended
        /// The process lacks descriptors, threads or memory.
        case resources
    }

    public let kind: Kind
    /// One sentence or two, without a password in it.
    public let message: String
    /// Whether the server refused what was asked of it, and is to be asked less often.
    package let isRefusal: Bool
    /// Whether to meet it again would take a processor for seconds.
    package private(set) var isCostly = false

    public init(_ kind: Kind, _ message: String) {
        self.init(kind, message, isRefusal: false)
    }

    package init(_ kind: Kind, _ message: String, isRefusal: Bool) {
        self.kind = kind
        self.message = message
        self.isRefusal = isRefusal
    }

    /// The same, and costly to meet.
    package var costly: Self {
        var copy = self
        copy.isCostly = true
        return copy
    }

    package init(_ error: SystemCallError) {
        self.init(.resources, "\(error)")
    }
}

extension SourceError.Kind {
    /// Whether trying again is of no use for as long as the same is there.
    public var isPermanent: Bool {
        switch self {
        case .notAFile, .notMedia, .noVideo, .unsupportedCodec, .encrypted, .size: true
        case .address, .notBuiltIn, .notFound, .notPermitted, .notACamera, .busy, .notOffered,
            .damaged, .changed, .connection, .timeout, .ended, .resources:
            false
        }
    }
}

extension SourceError: CustomStringConvertible {
    public var description: String { message }
}
