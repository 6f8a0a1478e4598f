internal import Control
internal import ControlAPI
internal import Glibc
internal import Ingest
internal import Logging
internal import Media
internal import Pipeline
internal import Platform
internal import Presentation

/// From the command line to a running daemon.
///
///     settings ─► socket ─► output and compositor ─► streams and view ─► Daemon.run()
///
/// Each step that fails says why, and the program ends with its exit status.
struct Launch {
    let arguments: Arguments
    let logger: Logger

    init(arguments: Arguments) {
        let level = Logger.Level(rawValue: arguments.logLevel.rawValue) ?? .info
        Logger.bootstrap(level: level)
        self.init(arguments: arguments, logger: Logger(label: "pipd"))
    }

    /// Without a word of how things are logged.
    init(arguments: Arguments, logger: Logger) {
        self.arguments = arguments
        self.logger = logger
    }

    func run() -> ExitStatus {
        do {
            // Before the first descriptor.
            try StandardDescriptors.fill()
            Heap.returnLargeBlocks()
            Heap.shareBetweenThreads()
            SignalDescriptor.ignoreWriteSignals()
            // The console's switches are for the presentation thread alone. SIGTERM ends
            // the process as it does any other, while there is nothing to put back.
            try SignalDescriptor.block([.hangUp, .realtimeMinimum, .user1, .user2])
            // Reading a file takes a descriptor.
            if !arguments.checkConfig { try checkReserve(StartNeed(streams: 0)) }
            if arguments.checkConfig { return try check(loadSettings().settings) }
            var kept = KeptConfiguration(
                in: ConfigurationStore(
                    folder: MediaPlace.standard(ProcessEnvironment.current()).directory,
                    configuration: arguments.config
                ),
                logger: logger
            )
            var settings = try loadSettings(from: &kept)
            try checkInputs(settings)
            warnOfDirectories(settings)
            settings.images.settle()
            // Before the first thread, so that every thread inherits the mask.
            return try start(settings, kept, signals: SignalWatch(logger: logger))
        } catch let error as LaunchError {
            return report("\(error)", error.status)
        } catch let error as ConfigurationError {
            let isOption = error.location.hasPrefix("--")
            return report("\(error)", isOption ? .usage : .configuration)
        } catch let error as PipelineError {
            return report("\(error)", Self.status(of: error))
        } catch let error as SystemCallError {
            return report("\(error)", .internalError)
        } catch {
            return report("\(error)", .internalError)
        }
    }

    private func start(
        _ settings: Settings,
        _ kept: KeptConfiguration,
        signals: SignalWatch
    ) throws -> ExitStatus {
        let items = settings.playlists.map(\.streams).reduce(0, +)
        try checkReserve(
            StartNeed(
                streams: settings.streams.count + items,
                web: settings.web,
                hasBroker: settings.mqtt != nil
            )
        )
        let place = try controlPlace(settings)
        // What serves the API, before the streams take what the system has to give.
        let runtimeThreads = place == nil ? nil : try RuntimeThreads()
        let controlThread = place == nil ? nil : try ControlThread.start()
        let frameLog = try openFrameLog()
        try frameLog?.startWriting { [logger] error in
            let reason = error.map { "\($0)" } ?? "it takes fewer than there are frames"
            logger.error("frame log: lines are lost, and counted: \(reason)")
        }
        let pipeline = try Pipeline(settings.pipeline, frameLog: frameLog)
        pipeline.setPlaceholders(usual: settings.placeholder)
        _ = try pipeline.change(defining: settings.streams, playing: settings.playlists) {
            $0.state = settings.view
        }
        // Streams, and then clients, may take all that there is.
        runtimeThreads?.wait()
        try pipeline.start()
        let daemon = try Daemon(
            launch: self,
            settings: settings,
            kept: kept,
            pipeline: pipeline,
            controlThread: controlThread,
            logger: logger
        )
        let status = daemon.run(signals: signals, controlPlace: place)
        frameLog?.close()
        // Who asked for the end does not wait for the reader of a pipe. A file takes it all, on a
        // busy machine as well; where its disk hangs, `StopPatience` ends the wait.
        let deadline = frameLog?.isFile == true ? nil : daemon.stopDeadline
        if frameLog?.join(until: deadline, or: signals.stopAsked) == false {
            logger.error("frame log: nobody reads it; what was not written yet is lost")
            return status == .success ? .inputOutput : status
        }
        if let lost = frameLog?.lostLines, lost > 0 {
            logger.error("frame log: \(lost) lines lost")
            return status == .success ? .inputOutput : status
        }
        return status
    }

    private func openFrameLog() throws(LaunchError) -> FrameLog? {
        guard let path = arguments.frameLog else { return nil }
        do {
            return try FrameLog(
                taking: Self.openOutput(path),
                isShared: path == "-",
                mayWait: arguments.clock == .virtual
            )
        } catch {
            let reason = error.errno == .noSuchDeviceOrAddress ? "a pipe nobody reads" : "\(error)"
            throw LaunchError(.inputOutput, "--frame-log: \(path): \(reason)")
        }
    }

    /// Opens a file for writing without waiting for anybody, such as the reader of a pipe.
    private static func openOutput(_ path: String) throws(SystemCallError) -> OwnedDescriptor {
        guard path != "-" else {
            return OwnedDescriptor(
                taking: try systemCall("fcntl") { fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3) }
            )
        }
        // At its end, wherever that is: a file that is cut while it is written gets no hole.
        let flags = O_WRONLY | O_APPEND | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        let file = OwnedDescriptor(taking: try systemCall("open") { open(path, flags, 0o644) })
        // A thread of the log's own writes, and may wait.
        try systemCall("fcntl") { fcntl(file.rawValue, F_SETFL, O_APPEND) }
        return file
    }

    private func report(_ message: String, _ status: ExitStatus) -> ExitStatus {
        logger.error("\(message)")
        return status
    }

    private func check(_ settings: Settings) throws(LaunchError) -> ExitStatus {
        try checkLibrary(settings, isKept: false)
        warnOfDirectories(settings)
        warnOfOverlays(settings)
        warnOfBroker(settings)
        let names = settings.ids.map(\.name).joined(separator: ", ")
        print(
            "The configuration is good: main \(settings.view.main?.name ?? "none"), streams: \(names)"
        )
        return .success
    }

    private static func status(of error: PipelineError) -> ExitStatus {
        switch error {
        case .output, .compositor: .noOutput
        case .stream, .unknownStream, .tooManyStreams, .notSteerable, .tooManyPlaylists,
            .unknownPlaylist, .unknownItem, .notAPlaylist, .isAPlaylist, .emptyPlaylist,
            .tooManyItems, .changedMeanwhile, .overtaken, .notOnWall:
            .configuration
        case .busy, .system: .internalError
        }
    }
}

/// Why the daemon did not start.
struct LaunchError: Error, CustomStringConvertible {
    let status: ExitStatus
    let message: MessageText

    var description: String { message.description }

    init(_ status: ExitStatus, _ message: MessageText) {
        self.status = status
        self.message = message
    }
}
