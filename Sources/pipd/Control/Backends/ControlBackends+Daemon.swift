internal import Control
internal import Platform

extension ControlBackends {
    /// What serves the areas of the API in a daemon.
    ///
    /// Thread: bound to the main thread; what is made is not.
    init(of daemon: Daemon) {
        let pipeline = daemon.pipeline
        let media = MediaClient(process: daemon.media, notices: daemon.libraryNotices)
        let view = DaemonView(
            pipeline: pipeline,
            notices: daemon.views,
            showPictures: ShowPictures(
                images: daemon.images,
                events: daemon.events,
                osd: daemon.osd,
                logger: daemon.logger
            )
        )
        let playlists = DaemonPlaylists(
            pipeline: pipeline,
            media: media,
            feeds: daemon.playlistFeeds,
            memories: daemon.memories,
            views: daemon.views,
            events: daemon.events
        )
        self.init(
            health: DaemonHealth(
                pipeline: pipeline,
                images: daemon.images,
                previews: daemon.previews,
                playlistFeeds: daemon.playlistFeeds,
                libraryNotices: daemon.libraryNotices,
                gate: daemon.gate,
                desk: daemon.desk,
                broker: daemon.broker,
                started: MonotonicClock.now()
            ),
            streams: DaemonStreams(
                pipeline: pipeline,
                lookLane: daemon.lookLane,
                views: daemon.views,
                events: daemon.events
            ),
            view: view,
            images: daemon.images,
            cameras: DaemonCameras(pipeline: pipeline, lanes: daemon.images.lanes),
            playlists: playlists,
            feeds: DaemonFeeds(media: media),
            library: DaemonLibrary(
                media: media,
                fileLane: daemon.fileLane,
                events: daemon.events
            ),
            exports: DaemonExports(media: media),
            selections: DaemonSelections(
                pipeline: pipeline,
                media: media,
                playlists: playlists,
                shows: daemon.libraryPlaylists
            ),
            preview: daemon.previews,
            overlays: DaemonOverlays(osd: daemon.osd),
            mqtt: daemon.broker,
            configuration: daemon.desk,
            sync: DaemonSync(pipeline: pipeline)
        )
    }
}
