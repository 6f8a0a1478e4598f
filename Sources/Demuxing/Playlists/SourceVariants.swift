internal import Decoding
internal import Media
package import Presentation

/// The variants that a source names when it is opened, and the one that is played.
///
/// Thread: bound to the thread that uses the input.
package final class SourceVariants {
    /// Chooses one of them, by its index; nil takes the largest.
    package var choose: (([Variant]) -> Int)?
    /// Of the source that was opened last; empty for one that names none.
    package private(set) var all: [Variant] = []
    /// An index of `all`; nil where there are none.
    package private(set) var chosen: Int?
    /// Where what the source's server gives is metered; nil where nobody needs to know.
    package private(set) var meter: TransferMeter?

    /// Another source is opened.
    func begin() { (all, chosen, meter) = ([], nil, nil) }

    /// What libavformat is given for the playlist that a source begins with.
    ///
    /// - Parameters:
    ///   - text: All of it.
    ///   - host: Where it comes from.
    /// - Returns: The same, or with one variant alone.
    func choice(from text: [UInt8], of host: String) -> [UInt8] {
        guard let master = MasterPlaylist(text, canDecode: NamedCodecs.areDecodable) else {
            return text
        }
        meter = .of(host)
        all = master.variants
        let index =
            choose?(all)
            ?? VariantChoice(all, wish: .highest, maximumRate: nil).best(shown: nil, within: 0)
        chosen = index
        return master.text(with: index)
    }
}
