public import Media

/// Chooses among the variants of a source.
///
/// Pure: what is known is an argument.
public struct VariantChoice: Hashable, Sendable {
    public let variants: [Variant]
    private let wish: VariantWish
    /// From the lowest bit rate to the highest.
    private let order: [Int]

    /// - Parameters:
    ///   - variants: One at least.
    ///   - wish: Which is wanted.
    ///   - maximumRate: What pictures are dropped beyond; nil shows all.
    public init(_ variants: [Variant], wish: VariantWish, maximumRate: Hertz?) {
        precondition(!variants.isEmpty, "A source has a variant at least")
        self.variants = variants
        self.wish = wish
        order = variants.indices
            .filter { !Self.isWaste(variants[$0], among: variants, beyond: maximumRate) }
            .sorted { Self.rank(variants[$0]) < Self.rank(variants[$1]) }
    }

    /// Whether most of its pictures would be dropped, while another variant of the size has
    /// fewer.
    private static func isWaste(
        _ variant: Variant,
        among all: [Variant],
        beyond maximumRate: Hertz?
    ) -> Bool {
        guard let maximumRate, let rate = variant.frameRate, exceeds(rate, maximumRate) else {
            return false
        }
        return all.contains { other in
            guard other.pixels >= variant.pixels, let rate = other.frameRate else { return false }
            return !exceeds(rate, maximumRate)
        }
    }

    /// Rates such as 30 and 29.97 are one.
    private static func exceeds(_ rate: Hertz, _ limit: Hertz) -> Bool {
        rate.value > limit.value * 1.1
    }

    private static func rank(_ variant: Variant) -> (Int, Int) { (variant.bitRate, variant.pixels) }

    /// Whether size and bandwidth decide.
    var isAutomatic: Bool { wish == .automatic }

    /// The best that is of use.
    ///
    /// - Parameters:
    ///   - shown: How large it is shown, in pixels of the output; nil where that is not known.
    ///   - budget: Bits a second that it may take.
    ///   - allowed: Those that may be taken; nil: all, as where it is none of them.
    /// - Returns: An index of `variants`: what is asked for, or the highest up to the smallest
    ///   that covers what it is shown at, within the budget; the lowest where none is.
    public func best(
        shown: PixelSize?,
        within budget: Double,
        among allowed: Set<Int>? = nil
    ) -> Int {
        switch wish {
        case .automatic:
            let useful = useful(at: shown)
            let open = useful.filter { allowed?.contains($0) ?? true }
            let among = open.isEmpty ? useful : open
            return among.last { Double(variants[$0].bitRate) <= budget } ?? among[0]
        case .highest: return largest(of: order)
        case .lowest: return order[0]
        case .upTo(let size):
            let fitting = order.filter { index in
                variants[index].size.map { $0.width <= size.width && $0.height <= size.height }
                    ?? false
            }
            return fitting.isEmpty ? order[0] : largest(of: fitting)
        }
    }

    /// Those that are no larger than the smallest that covers what is shown.
    private func useful(at shown: PixelSize?) -> [Int] {
        guard let shown,
            let cap = order.filter({ covers($0, shown) }).map({ variants[$0].pixels }).min()
        else { return order }
        return order.filter { variants[$0].pixels <= cap }
    }

    /// Whether no pixel of it is shown larger than it is, where all of the picture is shown.
    private func covers(_ index: Int, _ shown: PixelSize) -> Bool {
        guard let size = variants[index].size else { return false }
        return size.width >= shown.width || size.height >= shown.height
    }

    private func largest(of indices: [Int]) -> Int {
        indices.max {
            (variants[$0].pixels, variants[$0].bitRate) < (
                variants[$1].pixels, variants[$1].bitRate
            )
        } ?? order[0]
    }
}
