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
        self.arguments = arguments
        let level = Logger.Level(rawValue: arguments.logLevel.rawValue) ?? .info
        Logger.bootstrap(level: level)
        logger = Logger(label: "pipd")
    }

    func run() -> ExitStatus {
        do {
            // Before the first descriptor.
            try StandardDescriptors.fill()
            Heap.returnLargeBlocks()
            Heap.shareBetweenThreads()
            // Before the first thread, so that every thread inherits the mask.
            let signals = try SignalDescriptor([
                .terminate, .interrupt, .hangUp, .realtimeMinimum,
            ])
            // The console's switches, for the presentation thread alone.
            try SignalDescriptor.block([.user1, .user2])
            // Reading a file takes a descriptor.
            if !arguments.checkConfig { try checkReserve(StartNeed(streams: 0)) }
            let settings = try loadSettings()
            if arguments.checkConfig { return reportChecked(settings) }
            try checkInputs(settings)
            try checkLibrary(settings)
            return try start(settings, signals: signals)
        } catch let error as LaunchError {
            return report(error.message, error.status)
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

    func loadSettings() throws(ConfigurationError) -> Settings {
        try Settings(arguments, over: ConfigurationSource(arguments.config).read())
    }

    private func start(
        _ settings: Settings,
        signals: borrowing SignalDescriptor
    ) throws -> ExitStatus {
        try checkReserve(StartNeed(streams: settings.streams.count))
        let place = try controlPlace(settings)
        let frameLog = try openFrameLog()
        let writer = try frameLog?.startWriting()
        let pipeline = try Pipeline(settings.pipeline, frameLog: frameLog)
        for stream in settings.streams { try pipeline.define(stream) }
        try pipeline.changeView { $0.replace(with: settings.view) }
        try pipeline.start()
        let daemon = try Daemon(
            launch: self,
            settings: settings,
            pipeline: pipeline,
            logger: logger
        )
        let status = daemon.run(signals: signals, controlPlace: place)
        frameLog?.close()
        writer?.join()
        if let lost = frameLog?.lostLines, lost > 0 {
            logger.error("frame log: \(lost) lines lost")
            return status == .success ? .inputOutput : status
        }
        return status
    }

    private func openFrameLog() throws(LaunchError) -> FrameLog? {
        guard let path = arguments.frameLog else { return nil }
        do {
            let file = try systemCall("open") {
                path == "-"
                    ? fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
                    : open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
            }
            return try FrameLog(
                taking: OwnedDescriptor(taking: file),
                mayWait: arguments.clock == .virtual
            )
        } catch {
            throw LaunchError(.inputOutput, "--frame-log: \(path): \(error)")
        }
    }

    private func report(_ message: String, _ status: ExitStatus) -> ExitStatus {
        logger.error("\(message)")
        return status
    }

    private func reportChecked(_ settings: Settings) -> ExitStatus {
        let names = settings.streams.map(\.id.name).joined(separator: ", ")
        print(
            "The configuration is good: main \(settings.view.main?.name ?? "none"), streams: \(names)"
        )
        return .success
    }

    private static func status(of error: PipelineError) -> ExitStatus {
        switch error {
        case .output, .compositor: .noOutput
        case .stream, .unknownStream, .tooManyStreams: .configuration
        case .busy, .system: .internalError
        }
    }
}

/// Why the daemon did not start.
struct LaunchError: Error, CustomStringConvertible {
    let status: ExitStatus
    let message: String

    var description: String { message }

    init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
    }
}
