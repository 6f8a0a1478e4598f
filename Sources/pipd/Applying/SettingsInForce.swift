internal import Control
internal import Ingest
internal import Logging
internal import Media
internal import MediaLink
internal import Pipeline
internal import Presentation

/// The settings in force, and all that they are in force in.
///
/// Thread: bound to the main thread.
final class SettingsInForce {
    private(set) var current: Settings
    private let ground: Ground
    /// Whether others are in force since that was asked for last.
    private var isNew = false

    /// What settings are put in force in.
    struct Ground {
        let pipeline: Pipeline
        let images: ImageService
        let osd: OverlayService
        let media: MediaProcess
        let playlistFeeds: FeedPlaylists
        let libraryNotices: LibraryNotices
        let memories: PlaylistMemories
        let broker: MQTTService
        let views: ViewNotices
        let events: EventHub
        let log: SignalLog
        /// Another daemon that keeps its own in the same place may have changed them.
        let readTokens: () -> Void
    }

    init(_ settings: Settings, in ground: Ground) {
        current = settings
        self.ground = ground
    }

    /// Whether other settings are in force since it was asked last.
    func takeNews() -> Bool {
        defer { isNew = false }
        return isNew
    }

    /// What has to be done for settings to be in force.
    func plan(for new: Settings) -> ReloadPlan {
        let present = Set(ground.pipeline.streamIDs)
        let own = ownSources(of: current)
        return ReloadPlan(
            from: current,
            to: new,
            present: present,
            foreign: present.intersection(current.streams.map(\.id)).subtracting(own),
            showing: ground.pipeline.view.state
        )
    }

    /// The streams of settings that no client has put something else in the place of.
    private func ownSources(of settings: Settings) -> Set<StreamID> {
        let own = settings.streams.filter { stream in
            ground.pipeline.source(of: stream.id)?.configuration.isSameSource(as: stream) == true
        }
        return Set(own.map(\.id))
    }

    /// Puts settings in force as a whole, but for what takes a restart.
    ///
    /// - Parameters:
    ///   - new: What is in force from now on.
    ///   - plan: What has to be done for that.
    ///   - marks: What the plan was made for; nil: it is for whatever there is.
    ///   - tried: What was changed of overlays; what clients have set since stays.
    /// - Returns: What became of the overlays.
    /// - Throws: `PipelineError`; nothing has changed then.
    @discardableResult
    func apply(
        _ new: Settings,
        by plan: ReloadPlan,
        provided marks: StreamMarks? = nil,
        since tried: OverlayChanges = OverlayChanges()
    ) throws(PipelineError) -> OverlayOutcome {
        try show(new, by: plan, provided: marks)
        // What runs is compared with, whatever was reloaded in between.
        let running = current
        let keys = new.keysForARestart(over: running)
        if !keys.isEmpty {
            ground.log.write(.restartNeeded, .warning, "\(Settings.needOfRestart(keys))")
        }
        ground.readTokens()
        ground.images.set(new.images)
        let outcome = ground.osd.change(by: plan.overlays, since: tried)
        ground.media.configure(new.media)
        ground.broker.configure(new.mqtt)
        ground.libraryNotices.configure(new.media.library.roots)
        for list in plan.playing {
            ground.playlistFeeds.refresh(list.id)
            ground.memories.begin(list.id)
        }
        current = new
        current.pipeline = running.pipeline
        current.web = running.web
        isNew = true
        return outcome
    }

    /// What of settings there is to be seen.
    private func show(
        _ new: Settings,
        by plan: ReloadPlan,
        provided marks: StreamMarks?
    ) throws(PipelineError) {
        let (pipeline, events) = (ground.pipeline, ground.events)
        let outcome = try pipeline.change(
            defining: plan.defined,
            playing: plan.playing,
            removing: plan.removed,
            provided: marks,
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
            ground.log.write(.emptied, .warning, "the configuration is empty; removed: \(names)")
        }
        if outcome.isViewDifferent { ground.views.tell() }
    }
}
