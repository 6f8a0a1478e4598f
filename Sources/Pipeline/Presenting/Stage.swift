internal import Compositing
internal import FrameTransport
internal import Ingest
internal import Media
internal import Presentation

/// The streams that are presented, and where each of them is to be seen.
///
/// Thread: bound to the presentation thread.
struct Stage: ~Copyable {
    /// A view, and the stream in it.
    private struct Place {
        /// Nil for none.
        var index: Int?
        var cadence: ViewCadence

        /// Shows what follows, in the same cadence unless that was a still image's.
        mutating func take(_ index: Int, _ number: UInt32, after duration: Nanoseconds) {
            self.index = index
            if duration > Self.longestInterval {
                cadence.show(number)
            } else {
                cadence.goOn(with: number)
            }
        }

        /// Pictures that are shown for longer have no cadence.
        private static let longestInterval = Nanoseconds.milliseconds(100)
    }

    var streams = StreamTable()
    /// Which streams are where, as the control side last said.
    private var controller = PIPController()
    /// What that looks like.
    var scenery: Scenery
    private var main: Place
    private var pip: Place
    private var nextStreamNumber: UInt32 = 1
    /// Whether a stream has left its place, and is on the screen until the next flip.
    private var hasPast = false
    private let shared: PresenterShared
    private let output: any DisplayOutput
    /// What the frame log's times count from.
    private let start: MonotonicTime

    init(_ shared: PresenterShared, output: any DisplayOutput, start: MonotonicTime) {
        self.shared = shared
        self.output = output
        self.start = start
        scenery = Scenery(output: output, start: start)
        main = Place(cadence: ViewCadence(shared.metrics.main))
        pip = Place(cadence: ViewCadence(shared.metrics.pip))
    }

    var mainIndex: Int? { main.index }
    var pipIndex: Int? { pip.index }

    // MARK: Changes

    /// Takes a stream, in the place of the one of its ID.
    mutating func attach(_ attachment: StreamAttachment, now: MonotonicTime) {
        detach(attachment.id, now: now)
        append(attachment)
    }

    private mutating func append(
        _ attachment: StreamAttachment,
        _ turn: PlaceTurn? = nil
    ) {
        streams.append(
            PresentedStream(
                attachment,
                number: nextStreamNumber,
                turn: turn,
                output: output,
                start: start,
                shared: shared
            )
        )
        nextStreamNumber &+= 1
    }

    /// Lets a stream go, if it is there, with all that waits for its place, and says so.
    mutating func detach(_ id: StreamID, now: MonotonicTime) {
        letGo(now: now) { $0.id == id }
    }

    /// Lets the streams go that it is true of, and says so.
    private mutating func letGo(
        now: MonotonicTime,
        where isGoing: (borrowing PresentedStream) -> Bool
    ) {
        let (mainNumber, pipNumber) = (number(at: main.index), number(at: pip.index))
        var place = streams.count
        while place > 0 {
            place -= 1
            guard isGoing(streams[place]) else { continue }
            let attachment = streams[place].attachment
            streams.remove(at: place).close(at: now, isVirtual: output.isVirtual)
            shared.events.send(.detached(attachment))
        }
        main.index = mainNumber.flatMap { index(numbered: $0) }
        pip.index = pipNumber.flatMap { index(numbered: $0) }
    }

    private func number(at index: Int?) -> UInt32? { index.map { streams[$0].number } }

    private func index(of attachment: StreamAttachment) -> Int? {
        streams.firstIndex { $0.attachment === attachment }
    }

    private func index(numbered number: UInt32) -> Int? {
        streams.firstIndex { $0.number == number }
    }

    /// Shows this from now on: streams, geometry, PIP. To be called after each change of streams.
    mutating func show(_ controller: PIPController, now: MonotonicTime) {
        self.controller = controller
        let view = controller.shown
        scenery.show(view)
        main.index = view.main.flatMap { streams.index(of: $0) }
        pip.index = (view.isPIPEnabled ? view.pip : nil).flatMap { streams.index(of: $0) }
        for index in 0..<streams.count where streams[index].turn.time == .now {
            var views = ShownViews()
            if index == main.index { views.insert(.main) }
            if index == pip.index { views.insert(.pip) }
            streams[index].show(in: views, now: now)
        }
        main.cadence.show(main.index.map { streams[$0].number })
        pip.cadence.show(pip.index.map { streams[$0].number })
    }

    /// Does with a stream what was asked for, from the scanout on. One that is gone
    /// meanwhile is passed over.
    mutating func steer(
        _ id: StreamID,
        _ steering: Steering,
        at scanout: MonotonicTime,
        now: MonotonicTime
    ) {
        guard let index = streams.index(of: id) else { return }
        streams[index].steer(steering, at: scanout, now: now)
        // Time that was not to pass is no interval between pictures.
        if index == main.index { main.cadence.restart() }
        if index == pip.index { pip.cadence.restart() }
    }

    /// Another mode, other buffers, or none.
    mutating func outputChanged() {
        scenery.outputChanged()
        for index in 0..<streams.count {
            streams[index].setRefreshInterval(output.refreshInterval)
        }
    }

    /// The scanout has begun.
    ///
    /// - Parameters:
    ///   - now: The present.
    ///   - scanned: When it began.
    ///   - isSeen: Whether there is a display.
    mutating func pageFlipped(at now: MonotonicTime, since scanned: MonotonicTime, isSeen: Bool) {
        // What has left says that it is over before what follows says that it is there.
        if hasPast { pageFlipped(at: now, since: scanned, isSeen: isSeen) { $0 == .past } }
        pageFlipped(at: now, since: scanned, isSeen: isSeen) { $0 != .past }
        guard hasPast else { return }
        hasPast = false
        letGo(now: now) { $0.turn.time == .past }
    }

    private mutating func pageFlipped(
        at now: MonotonicTime,
        since scanned: MonotonicTime,
        isSeen: Bool,
        where isMeant: (PlaceTurn.Time) -> Bool
    ) {
        for index in 0..<streams.count where isMeant(streams[index].turn.time) {
            guard streams[index].pageFlipped(at: now, since: scanned, isSeen: isSeen) else {
                continue
            }
            let views = streams[index].views
            if views.contains(.main) { main.cadence.presented(at: now) }
            if views.contains(.pip) { pip.cadence.presented(at: now) }
        }
    }

    /// The compositor could not draw the pictures of these views.
    mutating func compositingFailed(
        _ error: LayerError,
        in views: ShownViews,
        now: MonotonicTime
    ) {
        for index in 0..<streams.count where !streams[index].views.isDisjoint(with: views) {
            streams[index].compositingFailed(error, now: now)
        }
    }

    /// Tells how the layers of the two views are.
    mutating func noteStatus() {
        main.cadence.note(status(at: main.index))
        pip.cadence.note(status(at: pip.index))
    }

    /// Gives every picture back.
    mutating func close(at now: MonotonicTime) {
        while streams.count > 0 {
            streams.remove(at: streams.count - 1).close(at: now, isVirtual: output.isVirtual)
        }
    }

    // MARK: Taking turns

    /// Says when a stream is to take the place of the one of its ID; one that is not there
    /// waits for it from now on. Where there is none, it is let go.
    mutating func line(up attachment: StreamAttachment, _ turn: PlaceTurn.Time) {
        if let index = index(of: attachment) {
            // It may have taken its turn when that was not known yet.
            if streams[index].turn.isWaiting { streams[index].turn.wait(for: turn) }
        } else if let place = streams.index(of: attachment.id) {
            append(attachment, PlaceTurn(turn, at: streams[place].turn.place))
        } else {
            shared.events.send(.detached(attachment))
        }
    }

    /// Lets a stream go that waits for a place. One that has it by now keeps it, with its
    /// picture, until something else can be shown.
    mutating func dismiss(_ attachment: StreamAttachment, now: MonotonicTime) {
        letGo(now: now) { $0.attachment === attachment && $0.turn.isWaiting }
        if let index = index(of: attachment) { streams[index].turn.giveUp(at: now) }
    }

    /// Gives places to what waits for them, where that can be: from the scanout on.
    mutating func takeTurns(at scanout: MonotonicTime, now: MonotonicTime) {
        // One that has left is on the screen until the next flip.
        guard !hasPast else { return }
        for index in 0..<streams.count where streams[index].canTakeTurn {
            let wanted = streams[index].turn.place
            guard
                let place = streams.firstIndex(where: {
                    $0.turn.time == .now && $0.turn.place == wanted
                })
            else { continue }
            let isOver = streams[place].turn.overSince != nil
            let (views, isPaused) = (streams[place].views, streams[place].isPaused)
            guard streams[index].isDue(after: isOver, isPaused: isPaused, at: scanout) else {
                continue
            }
            let duration = streams[place].layer.displayedSample?.duration ?? .zero
            streams[place].leave(at: scanout, now: now)
            streams[index].takeTurn(
                in: views,
                isPaused: isPaused,
                since: streams[place].turn.overSince,
                at: scanout,
                now: now
            )
            hasPast = true
            let number = streams[index].number
            if main.index == place { main.take(index, number, after: duration) }
            if pip.index == place { pip.take(index, number, after: duration) }
        }
    }

    // MARK: What is to be seen

    /// What is to be seen at a scanout.
    mutating func scene(of size: PixelSize, at scanout: MonotonicTime) -> Scene {
        scenery.scene(of: size, at: scanout, of: &streams, main: main.index, pip: pip.index)
    }

    /// Nil for a placeholder, and for a picture of a stream that was let go.
    func shownPicture(_ layer: SceneLayer) -> ShownPicture? {
        guard !layer.sample.attachments.contains(.placeholder),
            let index = index(numbered: layer.streamNumber)
        else { return nil }
        return ShownPicture(stream: streams[index].id, decoded: layer.sample.decoded)
    }

    /// Whether something is to be seen of every stream that is shown.
    var isComplete: Bool { indexAwaited == nil }

    /// A stream that is shown and has nothing on the screen yet.
    var indexAwaited: Int? {
        if let index = main.index, streams[index].awaitsPicture { return index }
        if let index = pip.index, streams[index].awaitsPicture { return index }
        return nil
    }

    /// Whether a picture has come for a view that was not received yet.
    mutating func hasArrival() -> Bool {
        if let index = main.index, streams[index].hasArrival() { return true }
        guard let index = pip.index else { return false }
        return streams[index].hasArrival()
    }

    /// Whether a layer was given up that a view should show.
    var hasFailure: Bool {
        status(at: main.index) == .failed || status(at: pip.index) == .failed
    }

    private func status(at index: Int?) -> LayerStatus {
        guard let index else { return .unknown }
        return streams[index].layer.status
    }

    /// Whether the stream has ended whose end ends the run: the main one, whatever is shown over
    /// it for a time, unless that never ends and the one in the PIP window does.
    var isFinished: Bool {
        let asked = controller.state.main
        guard var index = asked.flatMap({ streams.index(of: $0) }) else { return false }
        if streams[index].isEndless {
            guard let pipIndex else { return false }
            index = pipIndex
        }
        return streams[index].isFinished
    }
}
