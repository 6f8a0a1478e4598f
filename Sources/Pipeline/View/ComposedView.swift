public import Compositing
internal import FrameTransport
public import Ingest
public import Media
internal import Presentation
internal import Synchronization

/// Called with what was asked for, without a scene where nothing is shown or it could not be read;
/// nil at the end.
typealias CaptureHandler = @Sendable (Capture?) -> Void

/// The composed view of a pipeline, which this does not keep: what is on its output, or was last.
///
/// Thread: safe.
public struct ComposedView: Sendable {
    private let control: ControlSide

    init(_ control: ControlSide) { self.control = control }

    /// What the output is, as the presentation thread has said last, which is not waited for.
    public var output: OutputState { control.shared.outputState }

    /// How often the view was changed since the start; read without a lock.
    public var drawings: Int { control.shared.metrics.drawings.count }

    /// What is drawn in a view since the last scanout; read without a lock.
    public func content(of view: ViewName) -> ViewContent {
        switch view {
        case .main: control.shared.metrics.main.drawn
        case .pip: control.shared.metrics.pip.drawn
        }
    }

    /// Where the PIP window is on the output, for the newest picture of its
    /// stream; nil while it is off, or there is no display.
    public var window: PixelRect? {
        let (view, source) = control.state.withLock { state in
            let (view, streams) = (state.programme.view, state.programme.streams)
            return (view, view.stream(in: .pip).flatMap { streams[$0]?.ingest })
        }
        guard let source, let size = output.size else { return nil }
        let aspect = source.status.format?.displayAspectRatio
        return view.state.placement.bounds(in: size, aspect: aspect ?? .nan)
    }

    /// The stream of a picture that is shown; nil where it was removed.
    public func source(of picture: ShownPicture) -> IngestStream? {
        control.state.withLock { $0.programme.streams[picture.stream]?.ingest }
    }

    /// Asks for a copy of the view.
    ///
    /// - Parameters:
    ///   - asItIs: Whether what is on the screen will do; else what was asked for before is to be on
    ///     it.
    ///   - handler: Called once, by `Pipeline.handleEvents` or `stop`; with nil when the view could
    ///     not be read.
    /// - Throws: `PipelineError.busy` when too many wait already, `.output` when the run has ended.
    ///   The handler is then not called.
    public func capture(
        asItIs: Bool = false,
        _ handler: @escaping @Sendable (ViewPicture?) -> Void
    ) throws(PipelineError) {
        let bytes = output.size.map { Int($0.width) * Int($0.height) * 4 } ?? 0
        try ask(capacity: bytes, asItIs: asItIs) { capture in
            handler(
                capture.flatMap { capture in
                    capture.scene.map { ViewPicture(scene: $0, pixels: capture.pixels) }
                }
            )
        }
    }

    /// Asks what the view shows now; see `SceneCopy`. That costs the presentation thread next to
    /// nothing.
    ///
    /// - Parameters: As those of `capture`.
    /// - Throws: As `capture`.
    public func scene(
        asItIs: Bool = true,
        _ handler: @escaping @Sendable (ViewScene?) -> Void
    ) throws(PipelineError) {
        try ask(capacity: nil, asItIs: asItIs) { handler($0?.scene) }
    }

    private func ask(
        capacity: Int?,
        asItIs: Bool,
        _ handler: @escaping CaptureHandler
    ) throws(PipelineError) {
        if let waiting = output.waiting { throw .output("nothing is shown: \(waiting)") }
        let number = control.state.withLock { state in
            state.lastCapture += 1
            return state.lastCapture
        }
        // Takes its time, which is nobody's who holds or wants the lock.
        let capture = Capture(number: number, capacity: capacity, asItIs: asItIs)
        try control.state.withLock { (state) throws(PipelineError) in
            guard state.captures.count < 8 else { throw .busy }
            try state.send(.capture(capture), answers: 1)
            state.captures[number] = handler
        }
    }

    /// Lets something lie over all that is shown, from the next scanout on, while the output has
    /// the size that it was made for.
    ///
    /// Its memory is given back by whoever lets the sheet go last: kept until a few more were laid,
    /// that is hardly ever the presentation thread.
    ///
    /// - Parameter sheet: Nil for nothing.
    /// - Throws: `PipelineError.busy`, `.output` when the run has ended; all is then as before.
    public func lay(_ sheet: OSDSheet?) throws(PipelineError) {
        try control.state.withLock { (state) throws(PipelineError) in
            try state.send(.lay(sheet), answers: 0)
        }
    }
}
