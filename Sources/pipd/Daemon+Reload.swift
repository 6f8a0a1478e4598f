internal import Control
internal import ControlAPI
internal import Ingest
internal import Logging
internal import Media
internal import MediaLink
internal import Pipeline
internal import Platform
internal import Presentation

extension Daemon {
    /// Reads the configuration again. A bad file changes nothing.
    func reload() {
        guard !isReloadWaiting else { return }
        isReloadWaiting = true
        work.add { [self] in
            isReloadWaiting = false
            service.reloading()
            let (launch, old, applied) = (launch, settings, kept.inForce)
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
            if let applied = loaded.applied, applied.generation != kept.inForce?.generation {
                // It was rolled back while it was read.
                return reload()
            }
            try apply(loaded.settings, by: plan(for: loaded.settings))
            configurationSettled(loaded.applied)
            signalLog.write(.reloaded, .info, "configuration reloaded")
            events.publish(ControlEvent(.configurationReloaded))
        } catch {
            refuse("\(error)")
        }
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

    /// What has to be done for settings to be in force.
    func plan(for new: Settings) -> ReloadPlan {
        let present = Set(pipeline.streamIDs)
        let own = ownSources(of: settings)
        return ReloadPlan(
            from: settings,
            to: new,
            present: present,
            foreign: present.intersection(settings.streams.map(\.id)).subtracting(own),
            showing: pipeline.view.state
        )
    }

    /// The streams of settings that no client has put something else in the place of.
    private func ownSources(of settings: Settings) -> Set<StreamID> {
        let own = settings.streams.filter { stream in
            pipeline.source(of: stream.id)?.configuration.isSameSource(as: stream) == true
        }
        return Set(own.map(\.id))
    }

    /// Puts settings in force as a whole, but for what takes a restart.
    ///
    /// - Parameters:
    ///   - new: What is in force from now on.
    ///   - plan: What has to be done for that.
    /// - Throws: `PipelineError`; nothing has changed then.
    func apply(_ new: Settings, by plan: ReloadPlan) throws(PipelineError) {
        let outcome = try pipeline.change(
            defining: plan.defined,
            playing: plan.playing,
            removing: plan.removed,
            view: { $0.state = plan.view(in: $0.state) },
            announcing: { events.publish(Events.streamAdded($0)) }
        )
        let own = ownSources(of: new)
        pipeline.setPlaceholders(
            usual: new.placeholder,
            own: plan.placeholders.filter { own.contains($0.key) }
        )
        for (id, revision) in outcome.edited {
            events.publish(Events.playlistChanged(id, revision: revision))
        }
        if new.isFileEmpty, !outcome.removed.isEmpty {
            let names = outcome.removed.map(\.name).joined(separator: ", ")
            signalLog.write(.emptied, .warning, "the configuration is empty; removed: \(names)")
        }
        if outcome.isViewDifferent { views.tell() }
        // What runs is compared with, whatever was reloaded in between.
        let running = settings
        let keys = new.keysForARestart(over: running)
        if !keys.isEmpty {
            signalLog.write(.restartNeeded, .warning, "\(Settings.needOfRestart(keys))")
        }
        // Another daemon that keeps its own in the same place may have changed them.
        control.perform { [gate] in gate.readTokens() }
        images.set(new.images)
        osd.change(by: plan.overlays)
        media.configure(new.media)
        broker.configure(new.mqtt)
        libraryNotices.configure(new.media.library.roots)
        for list in plan.playing {
            playlistFeeds.refresh(list.id)
            memories.begin(list.id)
        }
        settings = new
        settings.pipeline = running.pipeline
        settings.web = running.web
    }
}
