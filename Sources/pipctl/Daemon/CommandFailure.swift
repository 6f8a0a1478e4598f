internal import ControlAPI
internal import Glibc
internal import Media

/// Why a command failed, as its user is told, with its exit code.
struct CommandFailure: Error, Hashable {
    var message: MessageText
    let code: Int32
    /// The daemon's answer; nil where there was none.
    var problem: ProblemReport?

    /// Of the daemon's answer.
    var status: UInt? { problem.map { UInt(clamping: $0.status) } }
    /// Whether the daemon said that it is not the time for that.
    var isConflict: Bool { status == 409 }
    /// Whether the daemon has no such thing.
    var isMissing: Bool { status == 404 }
    /// Whether the daemon said that something it needs is away for now.
    var isPassing: Bool { status == 503 }
    /// Whether the daemon knows no token of ours.
    var isOfNoToken: Bool { status == 401 || status == 429 }
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
}

/// How an answer shows that no daemon of ours gave it.
struct StrangeAnswer: Error, Hashable {
    /// Such as `it does not speak HTTP`.
    let reason: String

    static let notHTTP = Self(reason: "it does not speak HTTP")
    static let compressed = Self(reason: "its answer is compressed")
    static let notJSON = Self(reason: "its answer is no JSON")
    static let otherJSON = Self(reason: "its answer is JSON of another kind")
    static let noEvents = Self(reason: "its answer is no event stream")
    static let noImage = Self(reason: "its answer is no image")
    static let noText = Self(reason: "its answer is no plain text")

    /// A proxy may know the daemon by another address.
    static func elsewhere(_ place: String) -> Self { Self(reason: "it refers to \(place)") }

    /// Of a status that says that it refuses.
    static func refusal(_ status: UInt, _ phrase: String) -> Self {
        let answer = phrase.isEmpty ? "\(status)" : "\(status) \(phrase.prefix(100))"
        return Self(
            reason: "it answered \(answer) without pipd's reason, as a proxy before one may"
        )
    }

    static func tooLarge(_ limit: Int) -> Self {
        Self(reason: "its answer has more than \(limit >> 20) MiB")
    }

    static func longEvent(_ limit: Int) -> Self {
        Self(reason: "an event of it has more than \(limit >> 20) MiB")
    }
}
