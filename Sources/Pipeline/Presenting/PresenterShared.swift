internal import FrameTransport
internal import Media
internal import Platform
internal import Presentation
internal import Synchronization

/// What the presentation thread and the control side have in common: two
/// mailboxes, the numbers, and what the output is.
///
/// Thread: safe, within what each mailbox asks of its two sides.
final class PresenterShared: Sendable {
    static let commandCapacity = 256

    let commands = Mailbox<PresenterCommand>(capacity: commandCapacity)
    let events: PresenterEvents
    let metrics = PresenterMetrics()
    let frameLog: FrameLog?
    private let output = Mutex(OutputState(kind: "", compositor: "", renderer: ""))

    init(frameLog: FrameLog?) throws(SystemCallError) {
        self.frameLog = frameLog
        events = try PresenterEvents()
    }

    /// What the output is. Set when it changes, before the event that says so.
    var outputState: OutputState { output.withLock { $0 } }

    /// Says what the output is from now on. Not for every frame: it locks.
    func setOutput(_ state: OutputState) {
        output.withLock { $0 = state }
    }
}

/// What the presentation thread tells the control side.
enum PresenterEvent: Sendable {
    case started
    case layer(StreamID, ViewName?, PresentedStream.LayerIncident)
    /// The last picture of a stream was shown for its time.
    case ended(StreamID)
    case detached(StreamAttachment)
    case firstPictureShown
    case placeholderShown
    /// A view has a picture, a placeholder or nothing where it had another of them.
    case contentChanged
    case captured(Capture)
    case compositorRebuilt(reason: String)
    case outputChanged
    /// The compositor cannot be had any more; the thread ends.
    case outputLost(PipelineError)
    case finished(PipelineEvent.FinishReason)
}

/// The mailboxes of those events, with a wake-up.
///
/// Thread: `send` is bound to the presentation thread, `receive` to the owner's.
final class PresenterEvents: Sendable {
    let wakeUp: WakeUp
    /// As many as the streams have troubles: those that nobody fetches are lost.
    private let incidents = Mailbox<PresenterEvent>(capacity: 256)
    /// Somebody waits for each of these.
    private let answers = Mailbox<PresenterEvent>(capacity: 512)
    /// It happens as often as a view likes, and is said once.
    private let contentChange = RaisedFlag()

    /// Commands that may wait for an answer. The rest of the mailbox is for the
    /// few events that no command asked for.
    static let answerCapacity = 256

    init() throws(SystemCallError) {
        wakeUp = try WakeUp()
    }

    func send(_ event: PresenterEvent) {
        switch event {
        case .contentChanged: contentChange.raise()
        case .layer, .ended, .compositorRebuilt, .outputChanged: _ = incidents.send(event)
        default: precondition(answers.send(event), "More answers than commands")
        }
        wakeUp.signal()
    }

    func receive() -> PresenterEvent? {
        incidents.receive() ?? answers.receive()
            ?? (contentChange.take() ? .contentChanged : nil)
    }
}
