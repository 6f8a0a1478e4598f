internal import Addressing
internal import Decoding
internal import Demuxing
internal import FrameTransport
internal import Media
internal import Platform
internal import Presentation
internal import Streams

/// Sources that offer the same video in several forms.
extension MediaSource {
    /// Which of the variants a connection begins with.
    func choose(among variants: [Variant]) -> Int {
        let shown = publisher.waitForShownSize(until: MonotonicClock.now() + Self.longestWait)
        return VariantPlan.first(
            of: shared.choice(among: variants),
            shown: shown,
            bandwidth: bandwidth,
            isPreload: !shared.controls.mode.isWatched
        )
    }

    /// A disk gives more than any variant takes.
    private var bandwidth: VariantPlan.Bandwidth? {
        guard shared.address.isNetwork else {
            return .init(steady: .infinity, recent: .infinity)
        }
        return gate.playlists.variants.meter?.bandwidth(at: MonotonicClock.now())
    }

    /// How long it may take until somebody says how large the stream is shown: they do with the
    /// first scanout behind its beginning.
    private static let longestWait = Nanoseconds.milliseconds(100)

    /// Says what a connection offers.
    func tellVariants() {
        let variants = gate.playlists.variants
        shared.board.setVariants(variants.all, playing: variants.chosen)
        shared.board.bandwidth.set(0)
    }

    /// The pictures from here on come from another variant.
    func goOn(with turn: StreamTurn) {
        countLeftOut()
        growth = 0
        publisher.expectPictures(every: turn.description.frameRate?.interval)
        shared.board.setVariants(turn.variants, playing: turn.variant)
        shared.board.setMedia(codec: turn.description.codec, frameRate: turn.description.frameRate)
        shared.board.countChange(turn.reason)
        shared.tell(.variantChanged(turn.variants[turn.variant], turn.reason))
    }
}

extension IngestShared {
    /// What decides among a source's variants.
    func choice(among variants: [Variant]) -> VariantChoice {
        VariantChoice(variants, wish: configuration.variant, maximumRate: maximumRate)
    }
}
