internal import Ingest
internal import Media
internal import Platform
internal import Presentation

/// A picture that is waited for is shown as soon as it comes, not at the scanout
/// after the next: the very first one, and the first of a stream that is shown now.
///
/// Where the output can, its grid of scanouts begins with the very first.
///
///     start ·   ·   · picture ─► scanout ─ refresh interval ─► scanout …
///
extension Presenter {
    /// Waits for the output's next event, or for a picture to come that is missed.
    mutating func nextEvent() -> OutputEvent {
        guard let index = indexAwaited(at: MonotonicClock.now()) else { return output.nextEvent() }
        let ingest = stage.streams[index].ingest
        ingest.askForWakeUp()
        // Came before it was asked for: nobody signals that one.
        if stage.streams[index].hasArrival() { ingest.wakeUp.signal() }
        return output.nextEvent(orArrival: ingest.wakeUp)
    }

    /// The stream whose picture is waited for; nil where it would be too late for the
    /// next scanout.
    private func indexAwaited(at time: MonotonicTime) -> Int? {
        if awaitsFirstPicture { return stage.mainIndex ?? stage.pipIndex }
        // Drawing may take the last quarter, or twice what it took before.
        let interval = output.refreshInterval
        guard !output.isVirtual, time + max(interval / 4, drawingCost * 2) <= scanned + interval,
            let index = stage.indexAwaited, !stage.streams[index].awaitsTime
        else { return nil }
        return index
    }

    /// Draws the picture that came for the next scanout; nothing else is decided anew.
    ///
    /// - Parameter time: The present; `now` stays that of the last scanout.
    mutating func showAwaited(at time: MonotonicTime) {
        guard let index = indexAwaited(at: time) else { return }
        stage.streams[index].receive(now: time)
        let scanout = clock.nextScanout(after: scanned)
        stage.streams[index].choose(for: scanout)
        if !isBlank { draw(for: scanout) }
    }

    /// Makes the next scanout one of this moment once there is a picture for it.
    mutating func beginIfPictureCame() {
        guard stage.hasArrival() else { return }
        awaitsFirstPicture = false
        guard output.begin(at: now) else { return }
        scanned = now - output.refreshInterval
        clock = FrameClock(refreshInterval: output.refreshInterval)
        clock.pageFlipped(at: scanned)
    }
}
