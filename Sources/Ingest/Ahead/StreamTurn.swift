internal import Decoding
internal import Demuxing
internal import Media
internal import Presentation

/// Where packets of one variant are followed by those of another.
struct StreamTurn: Sendable {
    /// What the packets behind it belong to.
    let stream: CodedStream
    let description: MediaDescription
    /// The last time of which the pictures are to come from the packets before: all up to there
    /// were read. What is later comes from those behind.
    let cut: MediaTime
    /// The variants that the source names now, and which of them follows.
    let variants: [Variant]
    let variant: Int
    let reason: VariantPlan.Reason
}
