internal import FrameTransport
internal import Ingest
internal import Media
internal import Presentation

extension Presenter {
    /// Obeys what the control side has asked for since the last scanout.
    mutating func obeyCommands() {
        // The bound is the mailbox's: a flood of commands cannot hold a scanout up.
        for _ in 0..<PresenterShared.commandCapacity {
            guard let command = commands({ $0.receive() }) else { return }
            obey(command)
        }
    }

    private mutating func obey(_ command: PresenterCommand) {
        switch command {
        case .attach(let attachment):
            attach(attachment)
            placeStreams()
        case .change(let detached, let attached, let state):
            for id in detached { detach(id) }
            for attachment in attached { attach(attachment) }
            view = state
            placeStreams()
        case .detach(let id, let state):
            detach(id)
            view = state
            placeStreams()
        case .show(let state):
            view = state
            placeStreams()
        case .capture(let capture):
            perform(capture)
        }
    }

    /// Takes a stream, in the place of the one of its ID.
    private mutating func attach(_ attachment: StreamAttachment) {
        detach(attachment.id)
        streams.append(
            PresentedStream(
                attachment,
                number: nextStreamNumber,
                output: output,
                start: start,
                shared: shared
            )
        )
        nextStreamNumber &+= 1
    }

    /// Lets a stream go, if it is there, and says so.
    private mutating func detach(_ id: StreamID) {
        guard let index = streams.index(of: id) else { return }
        streams.remove(at: index).close(at: now, isVirtual: output.isVirtual)
        shared.events.send(.detached(id))
    }

    /// Finds the streams of the two views after either changed.
    private mutating func placeStreams() {
        captures.viewChanged(at: now)
        isMainEmpty = view.main == nil
        mainIndex = view.main.flatMap { streams.index(of: $0) }
        pipIndex = (view.isPIPEnabled ? view.pip : nil).flatMap { streams.index(of: $0) }
        for index in 0..<streams.count {
            var views = ShownViews()
            if index == mainIndex { views.insert(.main) }
            if index == pipIndex { views.insert(.pip) }
            streams[index].show(in: views, now: now)
        }
        mainCadence.show(mainIndex.map { streams[$0].number })
        pipCadence.show(pipIndex.map { streams[$0].number })
    }

    /// The stream whose end ends the run: the main one, unless that never ends
    /// and the one in the PIP window does.
    private var indexOfLastToEnd: Int? {
        guard let mainIndex, streams[mainIndex].isEndless else { return mainIndex }
        return pipIndex
    }

    /// Whether the run has reached its end; tells the control side if so.
    mutating func isFinished() -> Bool {
        if let duration = configuration.duration, now - start >= duration {
            shared.events.send(.finished(.duration))
            return true
        }
        guard configuration.once, let index = indexOfLastToEnd, streams[index].isFinished() else {
            return false
        }
        shared.events.send(.finished(.endOfStream))
        return true
    }
}
