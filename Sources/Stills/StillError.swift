public import Addressing

/// Why a picture that was asked for cannot be had. The text says what would work.
public enum StillError: Error, Hashable, Sendable {
    /// This source never has such a picture.
    case notSupported(String)
    /// There is none yet; asking again later may help.
    case notReady(String)
    /// Nothing there can be decoded.
    case noPicture(String)
    /// The deadline passed first.
    case timedOut
    /// Decoding took more of a processor's time than it may.
    case tooMuchWork
    /// Whoever asked wants it no more.
    case cancelled
    /// The source itself cannot be used.
    case source(SourceError)

    /// A decoder is refused the memory.
    static let noMemory = source(
        SourceError(
            .resources,
            """
            the system refuses the memory to decode it; what helps is a higher limit, or fewer or \
            smaller streams
            """
        )
    )

    /// Whether it is the file's own fault, so that another attempt is of no use before that has
    /// changed: neither nobody's waiting, nor a disk that does not answer, or not in time.
    public var isLasting: Bool {
        switch self {
        case .cancelled, .notReady, .timedOut: false
        case .source(let error):
            ![.resources, .notFound, .notPermitted, .connection, .timeout].contains(error.kind)
        case .notSupported, .noPicture, .tooMuchWork: true
        }
    }

    /// For people; without a password in it.
    public var message: String {
        switch self {
        case .notSupported(let reason), .notReady(let reason), .noPicture(let reason): reason
        case .timedOut: "the picture was not found in the time allowed; allow more"
        case .tooMuchWork: "it takes too long to decode; a smaller or repaired file would do"
        case .cancelled: "nobody waits for the picture any more"
        case .source(let error): error.message
        }
    }
}

extension StillError: CustomStringConvertible {
    public var description: String { message }
}
