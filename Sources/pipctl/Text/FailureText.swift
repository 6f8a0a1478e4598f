internal import ControlAPI
internal import FoundationEssentials
internal import Media

/// What goes wrong, as standard error has it for programs.
enum FailureText {
    /// Whether it is to be so, as the process was called.
    static var isAskedFor: Bool {
        CommandLine.arguments.dropFirst().prefix { $0 != "--" }.contains("--json")
    }

    /// - Parameters:
    ///   - detail: What people are told.
    ///   - problem: The daemon's answer, if it refused.
    /// - Returns: `{"error":{…}}` on a line, with the members of such an answer.
    static func json(_ detail: String, _ problem: ProblemReport? = nil) -> String {
        var members: [String: JSONValue] = ["detail": .string(detail)]
        if let problem {
            members["status"] = .integer(problem.status)
            members["title"] = .string(MessageText(message: problem.title).description)
            members["type"] = .string(MessageText(message: problem.type).description)
        }
        let data = try? JSONText.encode(JSONValue.object(["error": .object(members)]))
        return String(decoding: data ?? Data(), as: UTF8.self) + "\n"
    }
}
