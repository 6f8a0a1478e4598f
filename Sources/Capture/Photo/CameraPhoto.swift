public import Addressing
public import Decoding
public import Media

/// What is asked of a photo.
public struct PhotoWish: Hashable, Sendable {
    /// How long the exposure may take to settle: 0 to 5 s, others are clamped.
    /// Zero takes the first whole picture.
    public var settle: Nanoseconds

    public init(settle: Nanoseconds = ExposureSettling.usualTime) {
        self.settle = settle
    }
}

/// A still from a camera, in the best size that it has.
public struct CameraPhoto: Sendable {
    /// Owns its pixels; its PTS is `taken`.
    public let picture: StillPicture
    /// Whether the exposure had settled, as far as can be seen in the pictures.
    public let isConverged: Bool
    /// Size and format that the camera delivered it in, such as `3840x2160 YUYV`.
    public let mode: String
    /// When the camera took it; when it arrived, where the driver has no such times.
    public let taken: MonotonicTime
}

/// Why there is no photo. The video goes on, or comes back as after any loss.
public enum PhotoError: Error, Hashable, Sendable {
    /// The stream's source is something else.
    case notACamera
    /// Another photo of the same camera is under way.
    case busy
    /// The camera delivers no pictures now: why.
    case notPlaying(String)
    /// The camera or its driver failed, or has no such mode.
    case failed(SourceError)
    /// The deadline passed first.
    case timedOut
    /// The caller did not want it any more.
    case cancelled
}

extension PhotoError: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .notACamera: "photos are taken by cameras only; other streams have screenshots"
        case .busy: "another photo of this camera is under way"
        case .notPlaying(let reason): "the camera delivers no pictures now: \(reason)"
        case .failed(let error): error.message
        case .timedOut: "the camera did not deliver a photo in time"
        case .cancelled: "the photo is not wanted any more"
        }
    }
}
