/// What draws for a display, and why: decided from what the display and the GPU have said.
///
///     GPU ── cannot draw, or three commits refused ──► memory ──► planes, or cpu
///
///     window on a plane ── refused in a test ───► drawn in; asked about elsewhere
///                       ── refused in earnest ──► drawn in, until a mode is set
struct DrawingPolicy: Hashable {
    /// Where the screen's buffers are.
    private enum Buffers: Hashable {
        case ofGPU
        /// Why no GPU draws, once that was tried or ruled out.
        case inMemory(because: String?)
    }

    /// What becomes of the window in memory.
    private enum Window: Hashable {
        case drawnIn
        case onPlane
        /// The display will not show it on a plane of its own. Where that was said in a test,
        /// another place may be accepted.
        case refused(String, inTest: Bool)
    }

    /// What follows from a commit that was refused.
    enum Consequence: Hashable {
        case nothing
        /// Tell people of it.
        case describe
        /// Draw the window in.
        case drawWindowIn
        /// Go over to buffers in memory.
        case giveUpGPU
    }

    let choice: CompositorKind
    private let isTurned: Bool
    private var buffers: Buffers
    private var window = Window.drawnIn
    /// Commits that the display has refused since it last took one.
    private var refusedCommits = 0
    /// Whether the description does not tell of the last verdict yet.
    private var hasNewVerdict = false

    init(_ choice: CompositorKind, isTurned: Bool, mayUseGPU: Bool) {
        self.choice = choice
        self.isTurned = isTurned
        buffers = mayUseGPU ? .ofGPU : .inMemory(because: nil)
    }

    var usesGPU: Bool { buffers == .ofGPU }

    /// Why no GPU draws; nil where none was tried.
    var gpuRefusal: String? {
        if case .inMemory(let reason) = buffers { reason } else { nil }
    }

    /// Whether the display will not show the window on a plane.
    var isWindowRefused: Bool {
        if case .refused = window { true } else { false }
    }

    /// Whether the display may be asked about the window: what it refused in earnest it
    /// may well accept in a test.
    var mayAsk: Bool {
        if case .refused(_, inTest: false) = window { false } else { true }
    }

    // MARK: What happens

    /// There are other buffers, or none.
    mutating func screenChanged() {
        (window, refusedCommits, hasNewVerdict) = (.drawnIn, 0, true)
    }

    /// Buffers of the GPU's and the CPU's do not mix: the screen starts over.
    mutating func gaveUpGPU(because reason: String) {
        buffers = .inMemory(because: reason)
    }

    /// The display was asked about the window, and has refused it for a reason or accepted it.
    mutating func asked(refusal: String?) {
        hasNewVerdict = true
        if let refusal {
            window = .refused(refusal, inTest: true)
        } else if isWindowRefused {
            window = .drawnIn
        }
    }

    /// The display took a picture.
    ///
    /// - Parameter isOnPlane: Where the window is; nil where there are no planes.
    /// - Returns: Whether the description is another one now.
    mutating func committed(isOnPlane: Bool?) -> Bool {
        refusedCommits = 0
        guard let isOnPlane, hasNewVerdict || isOnPlane != (window == .onPlane) else {
            return false
        }
        hasNewVerdict = false
        if isOnPlane { window = .onPlane } else if !isWindowRefused { window = .drawnIn }
        return true
    }

    /// A display may refuse what it agreed to before: buffers have to be where
    /// it can read them. What else could work is tried instead.
    ///
    /// - Parameters:
    ///   - reason: What the display said.
    ///   - isOnPlane: Whether the window was to be on a plane.
    /// - Returns: What to do.
    mutating func refused(_ reason: String, isOnPlane: Bool) -> Consequence {
        refusedCommits += 1
        if isOnPlane, !isWindowRefused {
            window = .refused(reason, inTest: false)
            hasNewVerdict = true
            return .drawWindowIn
        }
        if usesGPU, refusedCommits == 3 { return .giveUpGPU }
        return refusedCommits == 1 ? .describe : .nothing
    }

    // MARK: What follows

    /// Whether main picture and window are drawn apart, in memory.
    func drawsLayers(_ display: Description) -> Bool {
        choice != .cpu && whyNoPlanes(display) == nil
    }

    /// What of a display's mode matters here.
    struct Description {
        let driver: String
        let hasOverlayPlane: Bool
        /// Why it is not the mode that was asked for; nil when it is.
        let shortfall: String?
    }

    private func whyNoPlanes(_ display: Description) -> String? {
        if !display.hasOverlayPlane { return "\(display.driver) has no overlay plane" }
        return isTurned ? "the picture is turned" : nil
    }

    /// Why it is this compositor, and not the mode that was asked for; nil when
    /// there was nothing to be decided.
    func reason(_ display: Description) -> String? {
        var reasons = [display.shortfall].compactMap(\.self)
        if let gpuRefusal {
            reasons.append("gles: \(gpuRefusal)")
        } else if choice == .automatic, !usesGPU {
            reasons.append("gles: \(display.driver) has no GPU")
        }
        if !usesGPU, choice != .cpu {
            switch (whyNoPlanes(display), window) {
            case (let missing?, _), (nil, .refused(let missing, _)):
                reasons.append("planes: \(missing)")
            case (nil, .onPlane): reasons.append("an overlay plane shows the window")
            case (nil, .drawnIn): break
            }
        }
        return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
    }
}
