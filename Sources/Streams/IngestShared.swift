package import Addressing
internal import Drawing
package import FrameTransport
package import Media
package import Platform
internal import Synchronization

/// What a stream's owner and its thread both hold.
///
/// The thread holds this and not the stream, so that a stream can be let go
/// while a library call that cannot be interrupted still runs.
///
/// Thread: safe.
package final class IngestShared: Sendable {
    package let configuration: StreamConfiguration
    package var address: SourceAddress { configuration.address }
    package let isLive: Bool
    /// What pictures are dropped beyond; nil for none.
    package let maximumRate: Hertz?
    /// Told of each picture that is; false where there is no room to tell now.
    let leftOut: (@Sendable (SampleBuffer) -> Bool)?
    package let ledger: FrameLedger
    package let changes: VariantChanges
    let ring: FrameRing
    let parts: SourceParts
    package let pool: PicturePool
    package let board: StatusBoard
    package let controls: IngestControls
    package let placeholder: PlaceholderChoice
    private let posterPath = Mutex<String?>(nil)
    private let events: @Sendable (IngestEvent) -> Void
    private let producer: Mutex<FrameRing.Producer?>
    private let consumer: Mutex<FrameRing.Consumer?>

    package init(
        configuration: StreamConfiguration,
        maximumRate: Hertz?,
        leftOut: (@Sendable (SampleBuffer) -> Bool)?,
        ledger: FrameLedger,
        changes: VariantChanges,
        events: @escaping @Sendable (IngestEvent) -> Void,
        parts makeParts: (_ capacity: Int) throws(SystemCallError) -> SourceParts
    ) throws(SystemCallError) {
        self.configuration = configuration
        self.maximumRate = maximumRate
        self.leftOut = leftOut
        self.ledger = ledger
        self.changes = changes
        self.events = events
        isLive = configuration.isLive
        let policy = isLive ? FrameRing.Policy.live : .file
        // Live: room for what a burst of 120 Hz brings between two scanouts.
        ring = FrameRing(capacity: LookAhead.largest, policy: policy)
        let capacity = ring.capacity + Self.heldBeyondRing
        parts = try makeParts(capacity)
        pool = PicturePool(capacity: capacity, storage: parts.storage)
        board = StatusBoard(
            address: configuration.address,
            isLive: isLive,
            changes: changes
        )
        controls = try IngestControls()
        placeholder = PlaceholderChoice(own: configuration.placeholder)
        let ends = ring.makeEnds()
        producer = Mutex(ends.producer)
        consumer = Mutex(ends.consumer)
    }

    /// The path of a small picture that placeholders show; nil: they tell in words.
    package var poster: String? {
        get { posterPath.withLock { $0 } }
        set { posterPath.withLock { $0 = newValue } }
    }

    /// Pictures that are borrowed at a time: for two images that are sent, two that are saved, and a
    /// preview.
    package static let borrowers = 5

    /// A layer's queue (8), what is on screen and its successor, the picture
    /// being filled, those that are borrowed.
    private static let heldBeyondRing = 11 + borrowers

    /// The producing end; a second call traps.
    func takeProducer() -> FrameRing.Producer {
        guard let end = producer.withLock({ $0.take() }) else {
            preconditionFailure("A stream is started once")
        }
        return end
    }

    /// The consuming end; a second call traps.
    package func takeConsumer() -> FrameRing.Consumer {
        guard let end = consumer.withLock({ $0.take() }) else {
            preconditionFailure("A stream has one consumer")
        }
        return end
    }

    /// Says what is wrong with a stream that goes on.
    package func tell(_ error: SourceError, event: IngestEvent?) {
        board.setReason(error)
        if let event { events(event) }
    }

    package func tell(_ event: IngestEvent) { events(event) }

    /// Says what is wrong with the image of placeholders; nil for nothing.
    func note(_ flaw: MessageText?, of style: PlaceholderStyle) {
        guard placeholder.note(flaw, of: style.image), let flaw else { return }
        events(.placeholderFlawed(flaw))
    }

    /// Looks whether the image of placeholders can be shown. May wait for a disk.
    ///
    /// Thread: any.
    package func lookAtPlaceholder() {
        let style = placeholder.style
        note(PlaceholderPicture.flaw(of: style), of: style)
    }

    /// Makes a change of state visible and tells whoever listens.
    package func enter(_ state: StreamState, _ error: SourceError? = nil, event: IngestEvent? = nil)
    {
        board.setState(state, error)
        if let event { events(event) }
        controls.pictureMade()
    }
}
