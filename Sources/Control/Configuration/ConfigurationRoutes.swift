internal import ControlAPI
internal import HTTPTypes
internal import Hummingbird
internal import Media

/// The daemon's configuration, which clients may have tried.
struct ConfigurationRoutes: RouteArea {
    let backend: any ConfigurationBackend

    private static let notOnTrial = "It is not on trial"

    var routes: [Route] { [get, apply, confirm, rollBack] }

    private var get: Route {
        Route(
            method: .get,
            path: "/v1/configuration",
            name: "getConfiguration",
            summary:
                "Which configuration is in force, whether it is on trial, and what came of the last",
            role: .admin,
            answers: [200: RouteText.json("What is in force.", "Configuration")]
        ) { _ in try Response(json: await backend.configuration()) }
    }

    private var apply: Route {
        Route(
            method: .post,
            path: "/v1/configuration",
            name: "applyConfiguration",
            summary:
                "Put a configuration in force as a whole, and take it back unless it is confirmed",
            role: .admin,
            body: .json("ConfigurationDraft"),
            answers: [200: RouteText.json("It is in force, and on trial.", "Configuration")],
            refusals: [
                409: "It takes a restart, or another is on trial.",
                422: "The text is not accepted; `detail` names the line.",
                503: "\(RouteText.unwritable) Or the file that it is to hold over cannot be read.",
                507: RouteText.full,
            ]
        ) { call in
            var draft = try ConfigurationDraft(json: try await call.json())
            draft.isFromSocket = call.context.caller.role == .local
            await call.note("Applies a configuration")
            return try Response(json: await backend.applyConfiguration(draft))
        }
    }

    private var confirm: Route {
        verdict(
            "confirm",
            summary: "Keep the configuration that is on trial",
            answer: "It is kept.",
            refusals: [
                409: "\(Self.notOnTrial), or what people see is not in order.",
                503: RouteText.unwritable, 507: RouteText.full,
            ],
            noting: "Confirms the configuration"
        ) { try await backend.confirmConfiguration($0) }
    }

    private var rollBack: Route {
        verdict(
            "rollBack",
            summary: "Put in force again what was before the configuration that is on trial",
            answer: "What was before is in force.",
            refusals: [
                409: "\(Self.notOnTrial).",
                503: "What was before cannot be in force yet; it is tried again.",
            ],
            noting: "Rolls the configuration back"
        ) { try await backend.rollBackConfiguration($0) }
    }

    /// Ends a trial: of the one that is named, or of whichever there is.
    private func verdict(
        _ name: String,
        summary: String,
        answer: String,
        refusals: [Int: String],
        noting action: MessageText,
        _ give: @escaping @Sendable (Int?) async throws -> ConfigurationReport
    ) -> Route {
        Route(
            method: .post,
            path: "/v1/configuration/\(name.lowercased())",
            name: "\(name)Configuration",
            summary: summary,
            role: .admin,
            body: .optional("ConfigurationChoice"),
            answers: [200: RouteText.json(answer, "Configuration")],
            refusals: refusals
        ) { call in
            let reader = try await call.optionalMembers(["generation"])
            let generation = try reader.integer("generation", in: 1...Int.max)
            await call.note(action)
            return try Response(json: await give(generation))
        }
    }

    var schemas: [String: Schema] {
        let members = Schema.members(ConfigurationFields.all)
        return [
            "Configuration": .object(
                ["generation": .count, "source": .choice(ConfigurationReport.Source.self)],
                optional: [
                    "sha256": .text, "trial": .named("ConfigurationTrial"),
                    "last": .named("ConfigurationOutcome"),
                ]
            ),
            "ConfigurationChoice": .object(optional: ["generation": Schema.count.with("minimum", 1)]
            ),
            "ConfigurationDraft": .object(
                members.merging([
                    "name": .text(like: ConfigurationDraft.namePattern),
                    "text": Schema.text.with("minLength", 1),
                ]) { $1 },
                required: ["text"]
            ),
            "ConfigurationOutcome": .object(
                [
                    "generation": .count, "result": .choice(ConfigurationOutcome.Result.self),
                    "time": .amount,
                ],
                optional: ["reason": .text, "left_out": .list(of: .text)]
            ),
            "ConfigurationTrial": .object(
                ["seconds_left": .amount, "healthy": .boolean],
                optional: ["reason": .text]
            ),
        ]
    }
}

extension ConfigurationDraft {
    /// What a name may be: one line.
    static let namePattern = #"^[^\u0000-\u001F\u007F-\u009F]{1,255}$"#

    /// - Throws: 422 for unknown keys, values that are not accepted, and a missing `text`.
    init(json: JSONValue) throws(ControlError) {
        let fields = ConfigurationFields.all
        let reader = try MemberReader(json, accepted: fields.rules.map(\.name) + ["name", "text"])
        guard let text = try reader.string("text", accepting: "a configuration in YAML") else {
            throw .unprocessable("`text` is missing; accepted is a configuration in YAML.")
        }
        self.init(text: text)
        let accepted = "1 to 255 printable characters"
        if let name = try reader.string("name", accepting: accepted) {
            guard Self.isName(name) else { throw reader.refusal("name", .string(name), accepted) }
            self.name = name
        }
        let values: FieldValues<ConfigurationFields> = try FieldValues(reader)
        confirmWithin = values.confirmWithin ?? confirmWithin
    }

    private static func isName(_ text: String) -> Bool {
        text.unicodeScalars.count <= 255
            && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F ~= $0.value) }
    }
}
