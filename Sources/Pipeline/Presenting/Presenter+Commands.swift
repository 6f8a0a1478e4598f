internal import FrameTransport
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
        case .change(let detached, let attached, let controller):
            for id in detached { stage.detach(id, now: now) }
            for attachment in attached { stage.attach(attachment, now: now) }
            stage.show(controller, now: now)
            captures.viewChanged(at: now)
        case .lineUp(let attachment, let turn):
            stage.line(up: attachment, turn)
        case .dismiss(let attachment):
            stage.dismiss(attachment, now: now)
        case .steer(let id, let steering):
            stage.steer(id, steering, at: clock.nextScanout(after: scanned), now: now)
            captures.viewChanged(at: now)
        case .lay(let sheet):
            stage.scenery.lay(sheet)
            captures.viewChanged(at: now)
        case .notice(let notice):
            stage.scenery.take(notice)
            captures.viewChanged(at: now)
        case .capture(let capture):
            perform(capture)
        }
    }

    /// Whether the run has reached its end; tells the control side if so.
    mutating func isFinished() -> Bool {
        if let duration = configuration.duration, now - start >= duration {
            shared.events.send(.finished(.duration))
            return true
        }
        guard configuration.once, stage.isFinished else { return false }
        shared.events.send(.finished(.endOfStream))
        return true
    }
}
