/// How a compositor gets at the pixels of pictures that come as dma-bufs.
public enum ImportReport: Hashable, Sendable {
    /// The device reads them where they are: no copy is made.
    case dmaBuffer
    /// It does not, and why, for people; without a full stop.
    case none(reason: String)
}

extension ImportReport: CustomStringConvertible {
    /// For people, without a full stop.
    public var description: String {
        switch self {
        case .dmaBuffer: "dma-bufs are read in place"
        case .none(let reason): reason
        }
    }
}
