internal import FrameTransport
internal import Media
internal import Platform
internal import Presentation

/// What the presentation thread and the control side have in common: two
/// mailboxes and the numbers.
///
/// Thread: safe, within what each mailbox asks of its two sides.
final class PresenterShared: Sendable {
    let commands = Mailbox<PresenterCommand>(capacity: 256)
    let events: PresenterEvents
    let metrics = PresenterMetrics()
    let frameLog: FrameLog?

    init(frameLog: FrameLog?) throws(SystemCallError) {
        self.frameLog = frameLog
        events = try PresenterEvents()
    }
}

/// What the presentation thread tells the control side.
enum PresenterEvent: Sendable {
    case started(compositor: String, renderer: String)
    case layer(StreamID, ViewName?, PresentedStream.LayerIncident)
    case detached(StreamID)
    case firstPictureShown
    case captured(Capture)
    case compositorRebuilt(reason: String)
    /// The compositor cannot be had any more; the thread ends.
    case outputLost(PipelineError)
    case finished(PipelineEvent.FinishReason)
}

/// The mailbox of those events, with a wake-up.
///
/// Thread: `send` is bound to the presentation thread, `receive` to the owner's.
final class PresenterEvents: Sendable {
    let wakeUp: WakeUp
    /// Events that found the mailbox full.
    let lost = Counter()
    private let mailbox = Mailbox<PresenterEvent>(capacity: 1024)

    init() throws(SystemCallError) {
        wakeUp = try WakeUp()
    }

    func send(_ event: PresenterEvent) {
        if !mailbox.send(event) { lost.add() }
        wakeUp.signal()
    }

    func send(_ incident: PresentedStream.LayerIncident, of id: StreamID, in view: ViewName?) {
        send(.layer(id, view, incident))
    }

    func receive() -> PresenterEvent? { mailbox.receive() }
}
