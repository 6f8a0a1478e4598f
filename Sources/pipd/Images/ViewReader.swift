internal import Control
internal import Imaging
internal import Ingest
internal import Media
internal import Pipeline
internal import Platform
internal import Synchronization

/// Reads the composed view for images: waits for the presentation thread, and draws anew what need
/// not be read.
///
/// Thread: safe; whoever asks waits.
struct ViewReader: Sendable {
    private let screen: ComposedView

    init(_ screen: ComposedView) { self.screen = screen }

    /// What is known of the pictures in a view: it is as old as its oldest live one, and
    /// as exact as its least exact.
    func facts(of view: ViewPicture) -> ImageJob.Facts {
        var facts = ImageJob.Facts()
        let now = MonotonicClock.now()
        for picture in view.scene.shown {
            guard let source = screen.source(of: picture) else { continue }
            let age = max(now - picture.decoded, .zero)
            let situation = PictureChoice.Situation(of: source, isShown: true, age: age)
            guard situation.isLive else { continue }
            let tier = PictureChoice.tier(
                of: PictureChoice.Present(age: age),
                situation,
                tolerance: Self.usualTolerance
            )
            facts.age = max(facts.age ?? .zero, age)
            facts.tier = max(facts.tier, tier)
        }
        return facts
    }

    /// Whether a view shows a picture of a stream that came after a moment. What is not live
    /// is decoded ahead, or was recorded who knows when: any picture of it will do.
    func isNew(_ stream: StreamID, in scene: ViewScene, since begun: MonotonicTime) -> Bool {
        guard let picture = scene.main, picture.stream == stream else { return false }
        return picture.decoded >= begun || screen.source(of: picture)?.isLive == false
    }

    /// As of a screenshot for which none is said.
    private static let usualTolerance = Nanoseconds.milliseconds(500)

    /// Waits for the next scanout, and longer where a display holds that up.
    ///
    /// - Parameters:
    ///   - cancellation: Whether it is still wanted.
    ///   - asItIs: Whether not to wait for what was asked for before it.
    /// - Returns: Nil when nothing has been drawn, or others wait already.
    /// - Throws: `.unavailable` without an output, or descriptors.
    func capture(
        _ cancellation: WorkLane.Cancellation,
        asItIs: Bool = false
    ) throws(ControlError) -> ViewPicture? {
        try wait(cancellation) { (give) throws(PipelineError) in
            try screen.capture(asItIs: asItIs, give)
        }
    }

    /// Waits for the presentation thread to say what it shows.
    ///
    /// - Parameters: As those of `capture`.
    /// - Returns: As `capture`.
    /// - Throws: As `capture`.
    func scene(
        _ cancellation: WorkLane.Cancellation,
        asItIs: Bool = true
    ) throws(ControlError) -> ViewScene? {
        try wait(cancellation) { (give) throws(PipelineError) in
            try screen.scene(asItIs: asItIs, give)
        }
    }

    /// The composed view without what lies over its streams, from their own pictures.
    ///
    /// - Parameter cancellation: Whether it is still wanted.
    /// - Returns: As `capture`; nil also where something lies over a placeholder, which nobody has
    ///   apart from it.
    /// - Throws: As `capture`.
    func captureWithoutOSD(
        _ cancellation: WorkLane.Cancellation
    ) throws(ControlError) -> ViewPicture? {
        guard let scene = try scene(cancellation, asItIs: false) else { return nil }
        if scene.hasOSD { return copy(of: scene.withoutOSD) }
        let view = try capture(cancellation)
        return view?.scene.hasOSD == false ? view : nil
    }

    /// The pixels of a view without what lies over it, and without a window that shows a
    /// placeholder.
    ///
    /// - Parameters:
    ///   - scene: The view.
    ///   - bitmap: The same with all that, as large as they are to be.
    /// - Returns: Nil where nothing lies over it, and as `copy`.
    func barePixels(of scene: ViewScene, as bitmap: Bitmap) -> Bitmap? {
        guard scene.hasOSD else { return nil }
        return copy(of: scene.withoutOSD.withoutLostWindow)
            .map { Bitmap(bgrx: $0.pixels, size: $0.size).scaled(toFit: bitmap.size) }
    }

    /// Draws a view anew, as large, from its streams' own pictures.
    ///
    /// - Parameter scene: What is in it.
    /// - Returns: Nil where a placeholder is in it, and as `SceneCopy.draw`.
    private func copy(of scene: ViewScene) -> ViewPicture? {
        SceneCopy(width: scene.size.width).draw(scene, of: screen) { source, bytesPerRow, size in
            var pixels: [UInt8] = []
            let rowBytes = 4 * Int(size.width)
            pixels.reserveCapacity(rowBytes * Int(size.height))
            for row in 0..<Int(size.height) {
                pixels += source[row * bytesPerRow..<row * bytesPerRow + rowBytes]
            }
            return ViewPicture(scene: scene, pixels: pixels)
        }
    }

    private func wait<Value: Sendable>(
        _ cancellation: WorkLane.Cancellation,
        for ask: (@escaping @Sendable (Value?) -> Void) throws(PipelineError) -> Void
    ) throws(ControlError) -> Value? {
        let answer: CaptureAnswer<Value>
        do throws(SystemCallError) {
            answer = try CaptureAnswer()
        } catch {
            throw .unavailable("There is no descriptor to be had: \(error).")
        }
        do throws(PipelineError) {
            try ask { answer.give($0) }
        } catch {
            if case .busy = error { return nil }
            throw .unavailable("There is no picture: \(error).")
        }
        let deadline = MonotonicClock.now() + .milliseconds(5_000)
        while MonotonicClock.now() < deadline, !cancellation.isCancelled {
            if answer.wait(until: MonotonicClock.now() + .milliseconds(50)) { break }
        }
        return answer.take()
    }
}

/// The composed view, or what is known of it, on its way to the thread that waits for it.
///
/// Thread: safe.
private final class CaptureAnswer<Value: Sendable>: Sendable {
    private let given: WakeUp
    private let view = Mutex<Value?>(nil)

    init() throws(SystemCallError) {
        given = try WakeUp()
    }

    func give(_ value: Value?) {
        view.withLock { $0 = value }
        given.signal()
    }

    /// Whether the answer is there.
    func wait(until deadline: MonotonicTime) -> Bool {
        var polling = PollSet(capacity: 1)
        polling.add(given.rawValue, tag: .init(rawValue: 0))
        return !polling.wait(until: deadline).isEmpty
    }

    func take() -> Value? { view.withLock { $0.take() } }
}
