import Media
import Testing

@testable import Presentation

/// Which variant is the best of those there are.
@Suite struct VariantChoiceTests {
    private static func size(_ width: Int32, _ height: Int32) -> PixelSize {
        PixelSize(width: width, height: height)
    }

    /// Not in the order of anything.
    private static let variants = [
        Variant(bitRate: 2_500_000, size: size(1280, 720)),
        Variant(bitRate: 300_000, size: size(320, 180)),
        Variant(bitRate: 5_000_000, size: size(1920, 1080)),
        Variant(bitRate: 800_000, size: size(640, 360)),
    ]

    private func best(
        _ wish: VariantWish = .automatic,
        shown: PixelSize? = nil,
        within budget: Double = .infinity
    ) -> Int {
        VariantChoice(Self.variants, wish: wish, maximumRate: nil)
            .best(shown: shown, within: budget)
    }

    @Test(
        arguments: [
            (size(1920, 1080), 2), (size(1921, 1081), 2), (size(3840, 2160), 2),
            (size(1280, 720), 0), (size(128, 72), 1), (size(320, 180), 1), (size(321, 181), 3),
            // All of a picture in a square and in a bar: one side decides.
            (size(320, 320), 1), (size(2000, 180), 1), (nil, 2),
        ] as [(PixelSize?, Int)]
    )
    func theSmallestThatCoversIsEnough(shown: PixelSize?, index: Int) {
        #expect(best(shown: shown) == index)
    }

    @Test(arguments: [(5e6, 2), (4.9e6, 0), (2.5e6, 0), (8e5, 3), (3e5, 1), (1, 1), (0, 1)])
    func theBudgetIsKeptToOrTheLowestTaken(budget: Double, index: Int) {
        #expect(best(within: budget) == index)
    }

    @Test func bothLimitsHold() {
        #expect(best(shown: Self.size(640, 360), within: 5e6) == 3)
        #expect(best(shown: Self.size(1280, 720), within: 8e5) == 3)
    }

    @Test(
        arguments: [
            (.highest, 2), (.lowest, 1), (.upTo(size(1280, 720)), 0), (.upTo(size(1279, 720)), 3),
            (.upTo(size(16, 16)), 1), (.upTo(size(8192, 8192)), 2),
        ] as [(VariantWish, Int)]
    )
    func aWishIsKeptToWhateverTheBandwidth(wish: VariantWish, index: Int) {
        #expect(best(wish, shown: Self.size(128, 72), within: 0) == index)
        #expect(best(wish, shown: nil, within: .infinity) == index)
    }

    /// Pictures that would be dropped are not fetched where another variant has none of them.
    @Test func aRateBeyondTheLimitIsWaste() throws {
        let sizes = (Self.size(1280, 720), Self.size(640, 360))
        let variants = [
            Variant(bitRate: 4, size: sizes.0, frameRate: Hertz(text: "59.94")),
            Variant(bitRate: 3, size: sizes.0, frameRate: Hertz(text: "29.97")),
            Variant(bitRate: 1, size: sizes.1, frameRate: Hertz(text: "60")),
        ]
        func best(_ rate: Hertz?, _ variants: [Variant]) -> Int {
            VariantChoice(variants, wish: .automatic, maximumRate: rate)
                .best(shown: nil, within: .infinity)
        }
        #expect(best(.thirty, variants) == 1)
        #expect(best(nil, variants) == 0)
        // Larger is worth more than slower.
        #expect(best(.thirty, [variants[0], Variant(bitRate: 1, size: sizes.1)]) == 0)
    }

    @Test func withoutSizesTheBandwidthDecides() {
        let variants = [Variant(bitRate: 9), Variant(bitRate: 5), Variant(bitRate: 7)]
        let choice = VariantChoice(variants, wish: .automatic, maximumRate: nil)
        #expect(choice.best(shown: Self.size(16, 16), within: 7) == 2)
        #expect(choice.best(shown: nil, within: 100) == 0)
    }

    @Test func whatIsNotAllowedIsPassedOver() {
        let choice = VariantChoice(Self.variants, wish: .automatic, maximumRate: nil)
        #expect(choice.best(shown: nil, within: 6e6, among: [0, 1]) == 0)
        #expect(choice.best(shown: nil, within: 6e6, among: []) == 2)
    }
}

/// What is made of what came.
@Suite struct BandwidthEstimateTests {
    private func estimate(_ transfers: [(bytes: Int, milliseconds: Int64)]) -> BandwidthEstimate {
        var estimate = BandwidthEstimate()
        for transfer in transfers {
            estimate.add(bytes: transfer.bytes, over: .milliseconds(transfer.milliseconds))
        }
        return estimate
    }

    @Test func littleIsNotTrusted() {
        #expect(estimate([]).bitsPerSecond == nil)
        #expect(estimate([(127_000, 100)]).bitsPerSecond == nil)
        #expect(estimate([(64_000, 50), (64_000, 50)]).bitsPerSecond != nil)
        // Bytes that took no time wait for those that did.
        #expect(estimate([(500_000, 0)]).bitsPerSecond == nil)
        #expect(estimate([(500_000, 0), (0, 100)]).bitsPerSecond.map { $0.rounded() } == 4e7)
    }

    /// However it is cut into samples.
    @Test(arguments: [1, 10, 100, 1_000])
    func aSteadyNetworkIsKnownAtOnce(milliseconds: Int64) throws {
        // 4 Mb/s
        let transfers = Array(repeating: (Int(milliseconds) * 500, milliseconds), count: 3_000)
        let known = try #require(estimate(transfers).bitsPerSecond)
        #expect(abs(known / 4e6 - 1) < 1e-9)
    }

    /// e = v(1 − α^w) + α^w·e, corrected by 1 − α^Σw: by hand for 8 Mb/s and then 2, each for
    /// three seconds. Fast: α³ = ½: (8·½·½ + 2·½) / (1 − ¼) = 4. Slow: α³ = ½^⅓ = 0.7937:
    /// (8·0.2063·0.7937 + 2·0.2063) / (1 − 0.63) = 4.655.
    @Test func aFallIsBelievedFasterThanARise() throws {
        let fallen = estimate([(3_000_000, 3_000), (750_000, 3_000)])
        let fast = try #require(fallen.bitsPerSecond)
        #expect(abs(fast - 4e6) < 1)
        let recent = try #require(fallen.recent)
        #expect(recent < 2.2e6)
        // 2 and then 8: fast is 6, slow (2·0.2063·0.7937 + 8·0.2063) / 0.37 = 5.345.
        let risen = estimate([(750_000, 3_000), (3_000_000, 3_000)])
        let slow = try #require(risen.bitsPerSecond)
        #expect(abs(slow / 1e6 - 5.345) < 0.001)
        #expect((risen.recent ?? 0) > 7.8e6)
    }
}
