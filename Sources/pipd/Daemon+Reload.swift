internal import Control
internal import ControlAPI
internal import Logging
internal import Media
internal import Pipeline

extension Daemon {
    /// Reads the configuration again. A bad file changes nothing.
    func reload() {
        guard !isReloadWaiting else { return }
        isReloadWaiting = true
        work.add { [self] in
            isReloadWaiting = false
            service.reloading()
            let (launch, old, applied) = (launch, settings.current, trials.inForce)
            let present = Set(pipeline.streamIDs)
            return { try launch.loadSettings(after: old, over: applied, present: present) }
        } then: { [self] (outcome: Result<LoadedSettings, any Error>) in
            configurationRead(outcome)
        }
    }

    /// Puts in force what was read.
    private func configurationRead(_ outcome: Result<LoadedSettings, any Error>) {
        do {
            let loaded = try outcome.get()
            if let applied = loaded.applied, applied.generation != trials.inForce?.generation {
                // It was rolled back while it was read.
                return reload()
            }
            try settings.apply(loaded.settings, by: settings.plan(for: loaded.settings))
            trials.settle(loaded.applied)
            signalLog.write(.reloaded, .info, "configuration reloaded")
            events.publish(ControlEvent(.configurationReloaded))
        } catch {
            refuse("\(error)")
        }
        _ = settings.takeNews()
        service.ready(summary())
    }

    private func refuse(_ reason: String) {
        signalLog.write(
            .notReloaded,
            .error,
            "configuration not reloaded, nothing changed: \(reason)"
        )
        events.publish(ControlEvent(.configurationRefused, ["reason": .string(reason)]))
    }
}
