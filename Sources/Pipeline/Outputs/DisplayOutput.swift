internal import Compositing
internal import Media
internal import Platform
internal import Presentation

/// Where composed pictures go: it tells when one was shown, and so paces the
/// presentation thread.
///
///     compose ─► commit ─► (the display shows it) ─► nextEvent() = .flipped ─► compose …
///
/// Thread: bound to the presentation thread.
protocol DisplayOutput: AnyObject {
    /// What the output is, for people; another after `.changed`.
    var state: OutputState { get }
    /// The time between two scanouts; another after `.changed`.
    var refreshInterval: Nanoseconds { get }
    /// Draws what `commit` hands over; another after `.changed`.
    var compositor: any Compositor { get }
    /// Whether time is the program's own: decisions may then wait for streams.
    var isVirtual: Bool { get }
    /// Signalled when the run is to end; stays signalled.
    var stop: WakeUp { get }

    /// The output's time when it starts.
    func start() -> MonotonicTime

    /// Waits for the next scanout, or for a request to stop.
    func nextEvent() -> OutputEvent

    /// Waits as `nextEvent()` does, and where the output has no display also for a picture
    /// to come, which may then be committed for the next scanout.
    ///
    /// - Parameter arrival: Signalled when one has come.
    /// - Returns: What came first.
    func nextEvent(orArrival arrival: WakeUp) -> OutputEvent

    /// Lays the grid of scanouts anew, so that the next one is at `time`: with
    /// nothing on the screen yet, nobody sees the step.
    ///
    /// - Returns: False where the display keeps its own time; nothing changes then.
    func begin(at time: MonotonicTime) -> Bool

    /// Shows at the next scanout what the compositor has drawn. Only called when the
    /// last commit's flip was told, or after `.pictureCame`, and while `state.waiting`
    /// is nil.
    ///
    /// - Parameter damage: What was drawn since the call before; everything where that
    ///   was not taken.
    /// - Returns: False when the display did not take it; an event says why.
    /// - Throws: When the picture cannot be fetched from the device that drew it.
    func commit(_ damage: Damage) throws(CompositingError) -> Bool

    /// Opens the compositor anew, since it lost its context.
    func renewCompositor() throws(PipelineError)

    /// Gives the display back.
    func close()
}

extension DisplayOutput {
    func nextEvent(orArrival arrival: WakeUp) -> OutputEvent { nextEvent() }
    func begin(at time: MonotonicTime) -> Bool { false }
}

/// What an output tells its presentation thread.
enum OutputEvent {
    /// What was committed is on the screen.
    case flipped(Flip)
    /// A scanout's time has passed, with nothing to show it.
    case blank(Flip)
    /// `state` is new, and nothing of what was drawn is there any more.
    case changed(MonotonicTime)
    /// `state` says something else about the same output.
    case described
    /// A picture came before the next scanout.
    case pictureCame(MonotonicTime)
    case stopRequested
}
