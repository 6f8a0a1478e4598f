internal import Ingest
internal import Media
internal import Platform
internal import Presentation

/// The first picture is shown as soon as it comes, where the output can: its
/// grid of scanouts begins there.
///
///     start ·   ·   · picture ─► scanout ─ refresh interval ─► scanout …
///
extension Presenter {
    /// Waits for the output's next event, or at first for a picture to come.
    mutating func nextEvent() -> OutputEvent {
        guard awaitsFirstPicture, let index = mainIndex ?? pipIndex else {
            return output.nextEvent()
        }
        let ingest = streams[index].ingest
        ingest.askForWakeUp()
        // Came before it was asked for: nobody signals that one.
        if streams[index].hasArrival() { ingest.wakeUp.signal() }
        return output.nextEvent(orArrival: ingest.wakeUp)
    }

    /// Makes the next scanout one of this moment once there is a picture for it.
    mutating func beginIfPictureCame() {
        guard hasArrival(at: mainIndex) || hasArrival(at: pipIndex) else { return }
        awaitsFirstPicture = false
        guard output.begin(at: now) else { return }
        scanned = now - output.refreshInterval
        clock = FrameClock(refreshInterval: output.refreshInterval)
        clock.pageFlipped(at: scanned)
    }

    private mutating func hasArrival(at index: Int?) -> Bool {
        guard let index else { return false }
        return streams[index].hasArrival()
    }
}
