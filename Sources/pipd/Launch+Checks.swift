internal import Control
internal import ControlAPI
internal import Glibc
internal import Ingest
internal import Logging
internal import Media
internal import MediaLink
internal import Platform
internal import Presentation

extension Launch {
    /// Refuses to start when nothing that was asked for can ever be shown: every
    /// stream named on the command line is a local file that is not there. With
    /// `--once`, the main stream's file alone decides.
    func checkInputs(_ settings: Settings) throws(LaunchError) {
        let named =
            arguments.once
            ? settings.streams.filter { $0.id == settings.view.main }
            : settings.streams.filter { settings.asked.contains($0.id) }
        let reasons = named.compactMap(missingFile)
        guard !reasons.isEmpty, reasons.count == named.count else { return }
        throw LaunchError(.inputMissing, MessageText(message: reasons.joined(separator: "; ")))
    }

    private func missingFile(_ stream: StreamConfiguration) -> String? {
        stream.address.reasonUnreadable.map { "stream \(stream.id): \(stream.address): \($0)" }
    }

    /// Makes the library of the configuration, and refuses one that cannot be: else the first
    /// image would be lost that is meant for it. The usual one is made where it is a folder of the
    /// media library, and may be missing.
    ///
    /// - Parameters:
    ///   - settings: What names it.
    ///   - isKept: Whether what is made of it stays.
    /// - Throws: `LaunchError` for one that cannot be made, or not written.
    func checkLibrary(_ settings: Settings, isKept: Bool = true) throws(LaunchError) {
        guard let library = settings.configuredLibrary else {
            if isKept, let usual = settings.media.library.takenHere {
                _ = try? ConfinedDirectory(usual, isMade: true)
            }
            return
        }
        let missing = isKept ? [] : Self.missingDirectories(to: library)
        defer { for directory in missing { _ = rmdir(directory) } }
        do throws(SystemCallError) {
            try Self.checkWritable(library, isMade: true)
        } catch {
            throw LaunchError(
                .configuration,
                "images.library: \(library): \(error); accepted is a directory that pipd may make "
                    + "and write"
            )
        }
    }

    /// Checks that files can be made in a directory.
    ///
    /// - Throws: `SystemCallError`, also for one that is not there, unless `isMade`.
    private static func checkWritable(
        _ path: String,
        isMade: Bool = false
    ) throws(SystemCallError) {
        _ = try ConfinedDirectory(path, isMade: isMade)
        try systemCall("access") { access(path, W_OK | X_OK) }
    }

    /// Those on the way to a path that are not there, itself first.
    private static func missingDirectories(to path: String) -> [String] {
        var (rest, missing) = (path, [String]())
        while access(rest, F_OK) != 0, let slash = rest.lastIndex(of: "/") {
            missing.append(rest)
            rest = String(rest[..<slash])
        }
        return missing
    }

    /// Warns of directories in which nothing can be saved. They may come later.
    ///
    /// - Parameters:
    ///   - settings: What names them.
    ///   - known: Those that were warned of before.
    func warnOfDirectories(_ settings: Settings, besides known: [String] = []) {
        for directory in settings.images.directories where !known.contains(directory) {
            do throws(SystemCallError) {
                try Self.checkWritable(directory)
            } catch {
                // Of an address without its scheme one of two slashes is gone.
                let shown = String(OutsideText.shown("/\(directory)").dropFirst())
                let message: MessageText =
                    "images.directories: \(shown): \(error); nothing can be saved there"
                logger.warning("\(message)")
            }
        }
    }

    /// Warns of what would not be seen, or not whole, of overlays and placeholders on a display of
    /// 1920x1080: a file may come later, and the display may have another size.
    func warnOfOverlays(_ settings: Settings) {
        for (path, place) in settings.placeholderImages.sorted(by: { $0.value < $1.value }) {
            var style = PlaceholderStyle()
            style.image = path
            if let flaw = PlaceholderPicture.flaw(of: style) {
                logger.warning("\(place): \(flaw); words alone are shown")
            }
        }
        guard !settings.overlays.isEmpty else { return }
        let overlays = settings.overlays.sorted { $0.key < $1.key }
            .compactMap { id, fields in Overlay(fields).map { (id: id, overlay: $0) } }
        let scene = OverlayScene(settings.view, size: PixelSize(width: 1920, height: 1080))
        var painter = OverlayPainter()
        let now = Int64(CalendarTime.secondsSince1970())
        _ = painter.parts(overlays, nil, on: scene, at: now) { id, flaw in
            logger.warning("overlay \(id ?? "") is \(flaw.description)")
        }
    }

    /// Warns of files of the broker's that cannot be read.
    func warnOfBroker(_ settings: Settings) {
        warnOfFile("password_file", settings.mqtt?.passwordFile)
        warnOfFile("ca_file", settings.mqtt?.authorities)
    }

    private func warnOfFile(_ key: String, _ path: String?) {
        guard let path else { return }
        do throws(SystemCallError) {
            try systemCall("access") { access(path, R_OK) }
        } catch {
            let message: MessageText = "mqtt.\(key): \(path): \(error)"
            logger.warning("\(message)")
        }
    }

    /// Refuses to start where the system gives too few descriptors, threads or memory: what is made
    /// later, in libraries, would end the process or hang.
    func checkReserve(_ need: StartNeed) throws(LaunchError) {
        do throws(SystemCallError) {
            try SystemReserve.check(descriptors: need.descriptors)
        } catch {
            let limit = SystemReserve.openDescriptors + need.descriptors
            throw LaunchError(
                .system,
                "at least \(limit) descriptors are needed, and the system gives fewer "
                    + "(\(error)); raise the limit: LimitNOFILE= of the service, ulimit -n"
            )
        }
        // A thread that is refused its stack is refused as one too many.
        guard MemoryHeadroom.has(need.memory) else {
            throw LaunchError(
                .system,
                "at least \(need.memory >> 20) MiB more of memory are needed, and the system gives "
                    + "less; raise the limit: LimitAS= of the service, ulimit -v"
            )
        }
        do throws(SystemCallError) {
            try SystemReserve.check(threads: need.threads)
        } catch {
            throw LaunchError(
                .system,
                "\(need.threads) threads are needed, and the system gives fewer (\(error)); "
                    + "raise the limit: TasksMax= of the service, ulimit -u; or that of memory: "
                    + "LimitAS=, ulimit -v"
            )
        }
    }

    /// Where the API is to be served; nil for nowhere.
    ///
    /// A run that is over by itself does without a socket rather than fail on a
    /// default place that another daemon has.
    func controlPlace(_ settings: Settings) throws(LaunchError) -> ControlPlace? {
        let inherited = try inheritedSockets()
        guard var place = try controlPlace(inherited) else { return nil }
        place.web.listener = settings.web.listener
        if let path = settings.web.socketPath(beside: place.path) {
            do {
                place.web.socket = try ControlSocket.prepare(path, .open)
            } catch {
                place.remove()
                throw LaunchError(.inputOutput, "web.socket: \(error)")
            }
        }
        place.web.inherited = inherited.filter { $0.use == .web }.map {
            .init(
                descriptor: $0.descriptor,
                address: $0.path ?? "a port",
                isForProxies: $0.path != nil
            )
        }
        return place
    }

    private func controlPlace(
        _ inherited: [InheritedSocket]
    ) throws(LaunchError) -> ControlPlace? {
        if let socket = inherited.first(where: { $0.use == .control }), let path = socket.path {
            if let asked = arguments.socket, asked != path {
                let message: MessageText =
                    "--socket \(asked) is left: the service manager passes \(path)"
                logger.warning("\(message)")
            }
            return ControlPlace(path: path, inherited: socket.descriptor)
        }
        let path = SocketLocation.path(
            explicit: arguments.socket,
            environment: ProcessEnvironment.current(),
            userID: geteuid()
        )
        guard let path else { return nil }
        do {
            return ControlPlace(path: path, prepared: try ControlSocket.prepare(path))
        } catch {
            if arguments.socket == nil, arguments.once || arguments.clock == .virtual {
                return nil
            }
            throw LaunchError(.inputOutput, "\(error)")
        }
    }

    /// The service manager's sockets: their places are then the manager's to choose.
    private func inheritedSockets() throws(LaunchError) -> [InheritedSocket] {
        defer { ProcessEnvironment.remove(SocketActivation.variables) }
        do {
            return try SocketActivation.takeSockets()
        } catch {
            throw LaunchError(.inputOutput, "\(error)")
        }
    }
}

/// What a start takes from the system before it is over, counted on a running daemon.
struct StartNeed: Hashable {
    /// Besides those that are open already: 24 of a daemon with a stream; some more of
    /// what else is listened on; and some for clients, images and what refuses clients.
    let descriptors: Int
    /// Presentation, control, frame log, those of the runtime, and one for an image.
    let threads: Int

    /// Addresses for the threads' stacks, in bytes, and a little beside.
    var memory: Int { (threads + 1) << 23 }

    /// - Parameters:
    ///   - streams: How many there are; each has a thread, descriptors to be woken
    ///     and told with, and a file or sockets.
    ///   - web: What else is listened on: a port, a socket with what it holds.
    ///   - hasBroker: Whether a broker is named: two wake-ups, a socket, a pair within the
    ///     library, and those that resolve its name.
    init(streams: Int, web: WebSettings = WebSettings(), hasBroker: Bool = false) {
        let listeners = (web.listener == nil ? 0 : 2) + (web.socket == nil ? 0 : 5)
        descriptors = 29 + 4 * streams + listeners + (hasBroker ? 8 : 0)
        threads = 7 + streams + (hasBroker ? 1 : 0)
    }
}

/// Where the API is served.
struct ControlPlace {
    /// Of the control socket.
    var path: String
    /// The service manager's socket; nil: the daemon makes its own.
    var inherited: CInt?
    /// Held from here on, so that two daemons do not both start; nil for the manager's.
    var prepared: ControlSocket?
    /// For clients that present tokens.
    var web = ControlServer.Web()

    /// Removes what the daemon has made; a server that had the time has done so.
    func remove() {
        prepared?.remove()
        web.socket?.remove()
    }
}
