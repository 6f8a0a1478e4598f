internal import ControlAPI
internal import FoundationEssentials
internal import Media
internal import NIOCore
internal import NIOHTTP1

/// An answer, as far as it has arrived.
struct DaemonAnswer {
    private let form: AnswerForm
    private var head: HTTPResponseHead?
    private(set) var body = Data()

    /// Nothing has arrived.
    init(_ form: AnswerForm) {
        self.form = form
    }

    /// Whether the head says so.
    var isSuccess: Bool { head.map { (200..<300).contains($0.status.code) } ?? false }

    /// Without parameters, such as `image/png`.
    var mediaType: String? {
        field("Content-Type")?.split(separator: ";").first.map { String($0) }
    }

    /// A line of the header.
    func field(_ name: String) -> String? { head?.headers.first(name: name) }

    /// Adds a part.
    ///
    /// - Throws: `StrangeAnswer` for what no daemon of ours sends.
    mutating func take(_ part: HTTPClientResponsePart) throws(StrangeAnswer) {
        switch part {
        case .head(let head):
            // The parser lets a status such as 000 pass.
            guard head.status.code >= 100 else { throw .notHTTP }
            self.head = head
            // Nobody has asked for that. What is no success is told by its status.
            guard !isSuccess || field("Content-Encoding") == nil else { throw .compressed }
            guard (field("Content-Length").flatMap { Int($0) } ?? 0) <= form.limit else {
                throw .tooLarge(form.limit)
            }
        case .body(let buffer):
            guard body.count + buffer.readableBytes <= form.limit else {
                throw .tooLarge(form.limit)
            }
            body.append(contentsOf: buffer.readableBytesView)
        case .end: break
        }
    }

    /// - Throws: The daemon's reason for an answer without success, or that no daemon gave it,
    ///   as where it is not of the form that was asked for.
    func requireSuccess() throws {
        guard !isSuccess else { return try form.check(mediaType, isEmpty: body.isEmpty) }
        if let head, (300..<400).contains(head.status.code), let place = field("Location") {
            throw StrangeAnswer.elsewhere(place)
        }
        let problem = try self.problem
        let detail = String(problem.detail.prefix(Self.mostDetail))
        var refusal = CommandFailure.refused(MessageText(message: OptionNames.spoken(detail)))
        refusal.problem = problem
        throw refusal
    }

    /// Of a reason, so many characters: a screen of them.
    private static let mostDetail = 2000

    /// Why the daemon refuses.
    ///
    /// - Throws: `StrangeAnswer` for what is no refusal of a daemon of ours, as where the
    ///   request has not come to one.
    private var problem: ProblemReport {
        get throws(StrangeAnswer) {
            guard let status = head?.status else { throw .notHTTP }
            guard mediaType == ProblemReport.mediaType,
                let problem = try? JSONText.decode(ProblemReport.self, from: body),
                problem.status == status.code
            else { throw .refusal(status.code, status.reasonPhrase) }
            return problem
        }
    }
}
