internal import ArgumentParser
internal import CommandLines
internal import ControlAPI
internal import Glibc
internal import Media
internal import MediaLink
internal import MediaStore
internal import Platform
internal import Thumbnails

/// `pipd-media`: reads what is foreign, so that nothing of it can harm what is on the screen.
/// `pipd` starts it, and starts it again when it ends.
@main struct PipdMedia: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pipd-media",
        abstract: "Read feeds and files for pipd, which starts this by itself.",
        discussion: """
            It is of no use alone: it talks to the pipd that has started it over descriptor 3, \
            and ends with it.
            """,
        version: Version.current
    )

    @Option(help: ArgumentHelp("Where its database is.", valueName: "directory"))
    var state: String

    @Option(
        help: "How much what reads files stands back behind others, 0 to 19; what answers, half."
    )
    var nice: Int32 = 19

    func run() throws {
        do {
            let socket = MediaSocket(taking: try ParentDescriptor.take())
            do {
                try serve(socket)
            } catch {
                Farewell.say(MediaFailure(error), over: socket)
                throw error
            }
        } catch {
            StandardError.writeNow("pipd-media: \(error)\n")
            throw ExitCode(1)
        }
    }

    private func serve(_ socket: MediaSocket) throws {
        ProcessLimits.apply(nice: nice / 2)
        let folder = try StateFolder(state)
        let store = try MediaStore(path: folder.database) { WallClock.now() }
        let service = try Service(
            socket: socket,
            store: store,
            cache: ThumbnailCache(
                root: ThumbnailCache.root(in: ProcessEnvironment.current()) ?? state,
                version: Version.current,
                budget: ThumbnailSettings().budget
            ),
            folder: state,
            nice: Int(nice)
        )
        let failure = service.run()
        if let failure { StandardError.writeNow("pipd-media: \(failure)\n") }
        try store.close()
        // Threads that hang are not waited for.
        withExtendedLifetime((service, folder)) { _exit(failure == nil ? 0 : 1) }
    }
}

/// What pipd is told last, so that whoever asks it learns why nothing is answered.
enum Farewell {
    private static let patience = Nanoseconds.milliseconds(200)

    static func say(_ failure: MediaFailure, over socket: MediaSocket) {
        guard let message = MessageFrame.encode(MediaMessage.farewell(failure)) else { return }
        try? socket.send(message, until: MonotonicClock.now() + patience)
    }
}

extension MediaFailure {
    fileprivate init(_ error: any Error) {
        self =
            switch error {
            case let failure as Self: failure
            case let error as StoreError:
                Self(error.reason.description, remedy: error.remedy?.description)
            default: Self("\(error)")
            }
    }
}

/// The connection with what has started the program.
enum ParentDescriptor {
    /// - Throws: `MediaFailure` where nobody has passed one.
    static func take() throws(MediaFailure) -> OwnedDescriptor {
        let number = LinkedProcess.descriptor
        var kind: CInt = 0
        var size = socklen_t(MemoryLayout<CInt>.size)
        guard getsockopt(number, SOL_SOCKET, SO_TYPE, &kind, &size) == 0 else {
            throw MediaFailure("pipd starts this program by itself", remedy: "Start pipd.")
        }
        // What this program starts is not to have it.
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        return OwnedDescriptor(taking: number)
    }
}
