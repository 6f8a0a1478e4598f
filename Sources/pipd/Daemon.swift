internal import Control
internal import Logging
internal import Media
internal import Pipeline
internal import Platform

/// The running program: signals in; clients, the service manager and the
/// person at the terminal informed.
///
///     signals ──────┐
///     pipeline ─────┼─► run() ─► log, EventHub, service manager, status line
///     control task ─┤
///     configuration ┤
///     deadlines ────┘
///
/// Thread: bound to the main thread; the others only signal it.
final class Daemon {
    let launch: Launch
    let settings: SettingsInForce
    let pipeline: Pipeline
    let images: ImageService
    let previews: PreviewService
    /// What reads files of the library for clients.
    let fileLane: WorkLane
    /// What looks whether files can be shown: one at a time, since none of their disks may answer.
    let lookLane: WorkLane
    let media: MediaProcess
    let playlistFeeds: FeedPlaylists
    let libraryNotices: LibraryNotices
    let memories: PlaylistMemories
    let posters: Posters
    let logger: Logger
    let events = EventHub()
    let views: ViewNotices
    let libraryPlaylists: LibraryPlaylists
    /// What lies over the picture.
    let osd: OverlayService
    let broker: MQTTService
    let gate: AccessGate
    let control: ControlTask
    /// Reads and keeps configurations.
    let work: BackgroundWork
    /// Where clients ask for them.
    let desk: ConfigurationDesk
    let trials: ConfigurationTrials
    /// Whether a reload was asked for and has not begun.
    var isReloadWaiting = false
    let service: ServiceReporter
    private var statusLine: StatusLine?
    var memory = MemoryUpkeep()
    /// When streams without a thread are tried again; nil while there are none.
    private var startDeadline: MonotonicTime?
    var logBudget = LogBudget<StreamID>(burst: 20)
    let signalLog: SignalLog
    var exitStatus: ExitStatus?
    /// When what a client may hold up is given up; nil while nobody has asked for the end.
    var stopDeadline: MonotonicTime?
    /// Whether a picture has been on the output, or a placeholder.
    var isPictureUp = false
    /// Whether clients can connect, or none are expected.
    private var isControlUp = false

    init(
        launch: Launch,
        settings: Settings,
        kept: KeptConfiguration,
        pipeline: Pipeline,
        controlThread: ControlThread?,
        logger: Logger
    ) throws(SystemCallError) {
        self.launch = launch
        self.pipeline = pipeline
        osd = OverlayService(pipeline: pipeline, logger: logger)
        broker = MQTTService(logger: logger)
        views = ViewNotices(pipeline: pipeline, events: events, osd: osd)
        libraryPlaylists = LibraryPlaylists(pipeline: pipeline, views: views)
        let media = try MediaProcess(.standard(ProcessEnvironment.current()))
        self.media = media
        images = try ImageService(pipeline: pipeline, settings: settings.images) {
            media.tell(ofSaved: $0)
        }
        previews = try PreviewService(
            pipeline: pipeline,
            lanes: images.lanes,
            settings: settings.web.preview
        )
        fileLane = try WorkLane(name: "pipd-send", threads: 4, waiting: 64)
        lookLane = try WorkLane(name: "pipd-look", threads: 1, waiting: 1)
        playlistFeeds = FeedPlaylists(
            playlists: pipeline.playlists,
            media: media,
            events: events,
            logger: logger
        )
        libraryNotices = LibraryNotices(events: events, logger: logger)
        memories = PlaylistMemories(
            pipeline.playlists,
            media: media,
            isEnabled: settings.pipeline.playlistPatience != nil,
            logger: logger
        )
        posters = Posters(pipeline.playlists, media: media)
        self.logger = logger
        gate = AccessGate(
            keptIn: MediaPlace.standard(ProcessEnvironment.current()).directory,
            hosts: settings.web.hosts,
            logger: logger
        )
        signalLog = SignalLog(logger: logger)
        control = try ControlTask(on: controlThread)
        work = try BackgroundWork()
        desk = ConfigurationDesk(signalling: work.finished)
        self.settings = SettingsInForce(
            settings,
            in: SettingsInForce.Ground(
                pipeline: pipeline,
                images: images,
                osd: osd,
                media: media,
                playlistFeeds: playlistFeeds,
                libraryNotices: libraryNotices,
                memories: memories,
                broker: broker,
                views: views,
                events: events,
                log: signalLog
            ) { [control, gate] in control.perform { gate.readTokens() } }
        )
        trials = ConfigurationTrials(
            launch: launch,
            settings: self.settings,
            kept: kept,
            desk: desk,
            work: work,
            pipeline: pipeline,
            events: events,
            signalLog: signalLog
        )
        service = ServiceReporter(logger: logger)
        if launch.arguments.statusLine { statusLine = StatusLine() }
    }

    private enum Wake {
        static let signal = PollSet.Tag(rawValue: 0)
        static let pipeline = PollSet.Tag(rawValue: 1)
        static let control = PollSet.Tag(rawValue: 2)
        static let configuration = PollSet.Tag(rawValue: 3)
    }

    /// Runs until a signal, the end of the run, or the loss of the output.
    func run(signals: SignalWatch, controlPlace: ControlPlace?) -> ExitStatus {
        Events.log(pipeline.screen.output, to: logger)
        osd.change(by: OverlayChanges(from: [:], to: settings.current.overlays))
        trials.save()
        startMedia()
        startControl(controlPlace)
        var polling = PollSet(capacity: 4)
        polling.add(signals.received.rawValue, tag: Wake.signal)
        polling.add(pipeline.eventDescriptor, tag: Wake.pipeline)
        polling.add(control.changed.rawValue, tag: Wake.control)
        polling.add(work.finished.rawValue, tag: Wake.configuration)
        while true {
            let ready = polling.wait(until: nextDeadline())
            if ready.contains(Wake.signal) { for signal in signals.take() { obey(signal) } }
            let isDue = pipeline.deadline.map { $0 <= MonotonicClock.now() } ?? false
            if isDue || ready.contains(Wake.pipeline) { pipeline.handleEvents(handle) }
            if ready.contains(Wake.control) { controlChanged() }
            if ready.contains(Wake.configuration) { attendToConfiguration() }
            if let exitStatus {
                stop(controlPlace)
                return exitStatus
            }
            keepDeadlines(MonotonicClock.now())
        }
    }

    private func nextDeadline() -> MonotonicTime? {
        [
            service.deadline, statusLine?.deadline, memory.deadline, pipeline.deadline,
            startDeadline, memories.deadline, trials.nextLook,
        ].compactMap { $0 }.min()
    }

    private func keepDeadlines(_ now: MonotonicTime) {
        service.keepDeadlines(now, pipeline: pipeline)
        statusLine?.update(at: now, pipeline: pipeline)
        memory.keepDeadline(now)
        startDeadline = pipeline.startStreams(at: now)
        memories.keep(at: now)
        trials.keepDeadline(now)
        if settings.takeNews() { tellIfReady() }
    }

    /// Takes note of what was read or kept, and does what clients ask for.
    private func attendToConfiguration() {
        work.attend()
        trials.attend()
    }

    /// What playlists take from feeds they get when it is there; nobody waits for it.
    private func startMedia() {
        let (lists, library, memories) = (playlistFeeds, libraryNotices, memories)
        let pipeline = pipeline
        media.listen(
            MediaProcess.Listener(
                isReady: {
                    lists.refresh()
                    for id in pipeline.playlists.waiting { memories.begin(id) }
                },
                notice: {
                    lists.take($0)
                    library.take($0)
                }
            )
        )
        media.configure(settings.current.media)
        lists.refresh()
        for id in pipeline.playlists.ids { memories.begin(id) }
    }

    private func startControl(_ place: ControlPlace?) {
        guard let place else {
            isControlUp = true
            let needs = settings.current.mqtt == nil ? "" : "; mqtt needs it, too"
            return logger.info(
                "no control socket: set --socket or PIPD_SOCKET for one\(needs)"
            )
        }
        gate.readTokens()
        gate.readSessions()
        let backends = ControlBackends(of: self)
        let server = ControlServer(
            configuration: .init(
                socketPath: place.path,
                inheritedSocket: place.inherited,
                preparedSocket: place.prepared,
                web: place.web
            ),
            backends: backends,
            events: events,
            gate: gate,
            logger: logger
        )
        startBroker(server, backends)
        control.start(server)
    }

    private func startBroker(_ server: ControlServer, _ backends: ControlBackends) {
        broker.serve(following: events) { [perform = control.performer, gate] in
            BrokerDesk(
                perform: perform,
                routes: server.innerRoutes,
                health: backends.health,
                view: backends.view,
                playlists: backends.playlists,
                consoleURL: { gate.url }
            )
        }
        broker.configure(settings.current.mqtt)
    }

    private func controlChanged() {
        _ = control.changed.drain()
        switch control.current {
        case .starting: break
        case .listening:
            isControlUp = true
            tellIfReady()
        case .ended(let reason):
            logger.error("control: \(reason)")
            exitStatus = .inputOutput
        }
    }

    /// Ready is the daemon that shows a picture, or waits for a display to show
    /// it on, and answers its clients.
    func tellIfReady() {
        let isWaiting = pipeline.screen.output.waiting != nil
        if isPictureUp || isWaiting, isControlUp { service.ready(summary()) }
    }

    private func stop(_ controlPlace: ControlPlace?) {
        service.stopping()
        statusLine?.finish()
        broker.beginStop()
        // First, so that the clients who wait are answered.
        desk.close()
        previews.close()
        images.lanes.close()
        fileLane.close()
        lookLane.close()
        osd.close()
        control.stop()
        gate.keepSessions()
        memories.keepAll()
        media.stop()
        // The server may have had no time to.
        controlPlace?.remove()
        broker.finishStop()
        images.lanes.join()
        osd.join()
        pipeline.stop(isUrgent: stopDeadline != nil)
        pipeline.handleEvents { _ in }
    }
}
