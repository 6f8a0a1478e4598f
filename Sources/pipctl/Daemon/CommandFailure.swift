internal import Glibc
internal import Media
internal import NIOCore
internal import NIOHTTP1

/// Why a command failed, as its user is told, with its exit code.
struct CommandFailure: Error, Hashable {
    let message: MessageText
    let code: Int32
    /// Whether the daemon said that it is not the time for that (409).
    var isConflict = false
    /// Whether the daemon has no such thing.
    var isMissing = false
    /// Whether the daemon said that something it needs is away for now (503).
    var isPassing = false

    /// Whether nobody answered.
    var isAbsence: Bool { code == EX_UNAVAILABLE }

    /// The daemon understood and said no.
    static func refused(_ detail: MessageText) -> Self { Self(message: detail, code: 1) }

    /// What was typed cannot be sent.
    static func wrongUsage(_ message: MessageText) -> Self {
        Self(message: message, code: EX_USAGE)
    }

    /// A file of ours cannot be written.
    static func fileError(_ message: MessageText) -> Self { Self(message: message, code: EX_IOERR) }

    /// Nobody answers.
    static func noDaemon(_ message: MessageText) -> Self {
        Self(message: message, code: EX_UNAVAILABLE)
    }

    /// Nobody listens there.
    static func noDaemon(at path: String, _ reason: String) -> Self {
        noDaemon(
            """
            No daemon answers at \(path) (\(reason)).
            Start one with `systemctl start pipd` or `pipd --stream demo --socket \(path)`, \
            or choose another socket with --socket PATH or $PIPD_SOCKET.
            """
        )
    }
}

/// How an answer shows that no daemon of ours gave it.
struct StrangeAnswer: Error, Hashable {
    /// Such as `it does not speak HTTP`.
    let reason: String

    static let notHTTP = Self(reason: "it does not speak HTTP")
    static let notJSON = Self(reason: "its answer is no JSON")
    static let noEvents = Self(reason: "its answer is no event stream")

    static func tooLarge(_ limit: Int) -> Self {
        Self(reason: "its answer has more than \(limit >> 20) MiB")
    }

    static func longEvent(_ limit: Int) -> Self {
        Self(reason: "an event of it has more than \(limit >> 20) MiB")
    }
}

extension DaemonClient {
    /// Runs `body` and says of what goes wrong in it what a user can do.
    func explainingErrors<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let failure as CommandFailure {
            throw failure
        } catch let strange as StrangeAnswer {
            throw self.strange(strange)
        } catch is DaemonSilence {
            throw late
        } catch is ConnectionEnd {
            throw closed
        } catch HTTPParserError.invalidEOFState {
            throw closed
        } catch let error as IOError {
            throw self.failure(error)
        } catch {
            throw self.strange(.notHTTP)
        }
    }

    private var closed: CommandFailure {
        .noDaemon("The daemon at \(path) closed the connection.")
    }

    private var late: CommandFailure {
        .noDaemon("The daemon at \(path) does not answer in time.")
    }

    private func strange(_ answer: StrangeAnswer) -> CommandFailure {
        .noDaemon("What answers at \(path) is no pipd: \(answer.reason).")
    }

    private func failure(_ error: IOError) -> CommandFailure {
        switch error.errnoCode {
        case ECONNRESET, EPIPE: return closed
        // More wait to be accepted than the socket has room for.
        case EAGAIN: return late
        default: break
        }
        return .noDaemon(at: path, String(cString: strerror(error.errnoCode)))
    }
}
