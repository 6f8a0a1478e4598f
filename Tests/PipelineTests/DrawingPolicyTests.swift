import Testing

@testable import Pipeline

/// What draws for a display, from what it and the GPU have said.
@Suite struct DrawingPolicyTests {
    private static let display = DrawingPolicy.Description(
        driver: "i915",
        hasOverlayPlane: true,
        shortfall: nil
    )

    private static func policy(
        _ choice: CompositorKind = .automatic,
        isTurned: Bool = false,
        mayUseGPU: Bool = false
    ) -> DrawingPolicy {
        var policy = DrawingPolicy(choice, isTurned: isTurned, mayUseGPU: mayUseGPU)
        policy.screenChanged()
        return policy
    }

    /// The choice, whether the picture is turned and there is an overlay plane, and whether
    /// layers are drawn apart then.
    @Test(
        arguments: [
            (.automatic, false, true, true, nil),
            (.planes, false, true, true, nil),
            (.cpu, false, true, false, nil),
            (.automatic, true, true, false, "planes: the picture is turned"),
            (.planes, false, false, false, "planes: i915 has no overlay plane"),
            (.planes, true, false, false, "planes: i915 has no overlay plane"),
        ] as [(CompositorKind, Bool, Bool, Bool, String?)]
    )
    func drawsLayersWhereTheDisplayCanShowThem(
        choice: CompositorKind,
        isTurned: Bool,
        hasPlane: Bool,
        expected: Bool,
        why: String?
    ) {
        let policy = Self.policy(choice, isTurned: isTurned)
        let display = DrawingPolicy.Description(
            driver: "i915",
            hasOverlayPlane: hasPlane,
            shortfall: nil
        )
        #expect(policy.drawsLayers(display) == expected)
        let reasons = [choice == .automatic ? "gles: i915 has no GPU" : nil, why]
        let text = reasons.compactMap(\.self).joined(separator: "; ")
        #expect(policy.reason(display) == (text.isEmpty ? nil : text))
    }

    @Test func theFirstCommitAfterAModeIsDescribed() {
        var policy = Self.policy(.planes)
        #expect(policy.committed(isOnPlane: false) == true)
        #expect(policy.committed(isOnPlane: false) == false)
        #expect(policy.committed(isOnPlane: true) == true)
        #expect(policy.reason(Self.display) == "an overlay plane shows the window")
        #expect(policy.committed(isOnPlane: true) == false)
        #expect(policy.committed(isOnPlane: false) == true)
        #expect(policy.reason(Self.display) == nil)
        // Nothing of the kind where there are no planes.
        var plain = Self.policy(.cpu)
        #expect(plain.committed(isOnPlane: nil) == false)
    }

    @Test func aWindowRefusedInATestIsAskedAboutAgain() {
        var policy = Self.policy(.planes)
        policy.asked(refusal: "too small")
        #expect(policy.isWindowRefused && policy.mayAsk)
        #expect(policy.committed(isOnPlane: false) == true)
        #expect(policy.reason(Self.display) == "planes: too small")
        policy.asked(refusal: nil)
        #expect(!policy.isWindowRefused)
        #expect(policy.committed(isOnPlane: true) == true)
        #expect(policy.reason(Self.display) == "an overlay plane shows the window")
    }

    @Test func aWindowRefusedInEarnestIsDrawnInUntilTheNextMode() {
        var policy = Self.policy(.planes)
        #expect(policy.committed(isOnPlane: true) == true)
        #expect(policy.refused("no room", isOnPlane: true) == .drawWindowIn)
        #expect(policy.isWindowRefused && !policy.mayAsk)
        // It is said by the commit that works.
        #expect(policy.refused("no room", isOnPlane: false) == .nothing)
        #expect(policy.committed(isOnPlane: false) == true)
        #expect(policy.reason(Self.display) == "planes: no room")
        policy.screenChanged()
        #expect(policy.mayAsk && !policy.isWindowRefused)
    }

    @Test func refusedCommitsAreSaidOnceInARow() {
        var policy = Self.policy(.cpu)
        #expect(policy.refused("no", isOnPlane: false) == .describe)
        for _ in 0..<5 { #expect(policy.refused("no", isOnPlane: false) == .nothing) }
        _ = policy.committed(isOnPlane: nil)
        #expect(policy.refused("no", isOnPlane: false) == .describe)
    }

    @Test func aGPUWhoseThirdPictureIsRefusedIsGivenUp() {
        var policy = Self.policy(mayUseGPU: true)
        #expect(policy.usesGPU && policy.reason(Self.display) == nil)
        #expect(policy.refused("no", isOnPlane: false) == .describe)
        #expect(policy.refused("no", isOnPlane: false) == .nothing)
        #expect(policy.refused("no", isOnPlane: false) == .giveUpGPU)
        policy.gaveUpGPU(because: "no")
        policy.screenChanged()
        #expect(!policy.usesGPU && policy.gpuRefusal == "no")
        #expect(policy.drawsLayers(Self.display))
        #expect(policy.reason(Self.display) == "gles: no")
    }

    @Test func whatTheDisplayLacksIsSaidFirst() {
        let display = DrawingPolicy.Description(
            driver: "vkms",
            hasOverlayPlane: true,
            shortfall: "the display has no mode 1x1"
        )
        let reason = Self.policy().reason(display)
        #expect(reason == "the display has no mode 1x1; gles: vkms has no GPU")
    }
}
