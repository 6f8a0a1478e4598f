internal import Control
internal import ControlAPI
internal import Ingest
internal import Logging
internal import Media
internal import Pipeline
internal import Platform
internal import Presentation

extension Daemon {
    func obey(_ signal: Signal) {
        switch signal {
        case .hangUp: reload()
        case .realtimeMinimum: sendSnapshot()
        default:
            logger.info("stopping")
            stopDeadline = stopDeadline ?? MonotonicClock.now() + .milliseconds(900)
            exitStatus = exitStatus ?? .success
        }
    }

    /// A snapshot of the view for every client that listens.
    private func sendSnapshot() {
        control.perform { [images, events, signalLog] in
            do throws(ControlError) {
                events.publishSnapshot(try await images.eventImage(SnapshotEventRequest()))
            } catch {
                signalLog.write(
                    .noSnapshot,
                    .warning,
                    "no snapshot was sent: \(error.detail)"
                )
            }
        }
    }

    func handle(_ event: PipelineEvent) {
        log(event)
        if let told = Events.controlEvent(event) { events.publish(told) }
        memories.note(event)
        posters.note(event)
        switch event {
        case .outputChanged, .contentChanged, .streamReady, .layerResized, .itemStarted:
            osd.refresh()
        case .streamRemoved(let id): osd.removeToast(of: id)
        default: break
        }
        switch event {
        case .placeholderShown:
            isPictureUp = true
            tellIfReady()
        case .firstPictureShown:
            isPictureUp = true
            tellIfReady()
            memory.firstPictureShown(at: MonotonicClock.now())
        case .streamReady, .streamRemoved, .itemReady:
            memory.streamCameOrWent(at: MonotonicClock.now())
        case .outputChanged: tellIfReady()
        case .showEnded: views.tell()
        case .finished: exitStatus = exitStatus ?? .success
        case .outputLost: exitStatus = exitStatus ?? .noOutput
        case .streamLost(let id, _), .streamFailed(let id, _):
            memory.streamCameOrWent(at: MonotonicClock.now())
            mainMayBeLost(id)
        case .layerFailed(let id, _, _): mainFailed(id)
        case .streamEnded(let id):
            if let trouble = libraryPlaylists.ended(id) {
                logger.warning("preview: the view has again what was there before: \(trouble)")
            }
            // A playlist that is over without having begun.
            if let list = pipeline.playlists.snapshot(of: id), list.current == nil {
                mainFailed(id)
            }
        default: break
        }
    }

    /// Logs an event, unless its stream has said too much of late.
    private func log(_ event: PipelineEvent) {
        guard let stream = event.stream else { return Events.log(event, to: logger) }
        defer {
            if case .streamRemoved = event {
                logBudget.forget(stream, present: pipeline.streamIDs)
            }
        }
        guard case .write(let leftOut) = logBudget.spend(stream, at: MonotonicClock.now()) else {
            return
        }
        if leftOut > 0 {
            let about: Logger.Metadata = ["stream": "\(stream)"]
            logger.info("stream \(stream): \(leftOut) messages left out", metadata: about)
        }
        Events.log(event, to: logger)
    }

    /// With `--once` a main stream that is lost for good ends the run: a local
    /// file does not come back by waiting.
    private func mainMayBeLost(_ id: StreamID) {
        let stream = settings.current.streams.first { $0.id == id }
        guard stream?.address.isLocalFile == true else { return }
        mainFailed(id)
    }

    /// With `--once` there is nothing to wait for when the stream whose end
    /// ends the run cannot be shown.
    private func mainFailed(_ id: StreamID) {
        guard settings.current.pipeline.once, exitStatus == nil, id == pipeline.lastToEnd else {
            return
        }
        logger.error("--once: that ends the run")
        exitStatus = .failure
    }

    func summary() -> String {
        if let waiting = pipeline.screen.output.waiting { return "nothing is shown: \(waiting)" }
        let view = pipeline.view.state
        let pip = view.isPIPEnabled ? view.pip.map { ", pip \($0)" } ?? "" : ""
        return "main \(view.main?.name ?? "none")\(pip)"
    }
}
