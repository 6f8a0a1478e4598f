/// Why a display layer stopped showing pictures.
///
/// One case for each thing that a recovery does differently: see `RecoveryPolicy`.
public enum LayerError: Error, Hashable, Sendable, CaseIterable {
    /// A picture in another pixel format than the layer was set up for.
    case invalidPixelFormat
    /// A picture of another size than the layer was set up for, or of no size at all.
    case invalidSize
    /// The renderer could not draw the picture.
    case renderingFailed
    /// The renderer itself is gone, with everything it held.
    case contextLost

    /// The number programs know the error by; -11800 and -11819 as in AVFoundation.
    public var code: Int {
        switch self {
        case .invalidPixelFormat: -11847
        case .invalidSize: -11848
        case .renderingFailed: -11800
        case .contextLost: -11819
        }
    }

    /// The label of metrics and logs.
    public var cause: String {
        switch self {
        case .invalidPixelFormat: "invalid_pixel_format"
        case .invalidSize: "invalid_size"
        case .renderingFailed: "rendering_failed"
        case .contextLost: "context_lost"
        }
    }
}

extension LayerError: CustomStringConvertible {
    public var description: String { "\(cause) (\(code))" }
}

/// Where a display layer stands. The raw value is the label of metrics.
///
///                 enqueue                 fail, enqueue of another format
///     unknown ──────────────► rendering ──────────────────────────────► failed
///        ▲                        ▲                                        │
///        └── rebuild, flush ──────┴── rebuild, updateSize, flush ──────────┘
///        (nothing shown or queued)    (something is)
public enum LayerStatus: String, Hashable, Sendable, CaseIterable {
    /// No sample has been accepted since the layer was made or rebuilt empty.
    case unknown
    /// Samples are accepted and become due.
    case rendering
    /// `enqueue` throws and nothing becomes due; the displayed sample stays.
    case failed
}
