internal import ControlAPI
internal import HTTPTypes
internal import Hummingbird
internal import Media

/// Who may come in by other ways than the control socket.
struct TokenRoutes: RouteArea {
    let gate: AccessGate

    var routes: [Route] { [list, create, revoke] }

    private var list: Route {
        Route(
            method: .get,
            path: "/v1/tokens",
            name: "listTokens",
            summary: "Every token, without its secret, and where a browser takes one",
            role: .local,
            answers: [200: RouteText.json("Every token.", "TokenList")]
        ) { _ in try Response(json: TokenList(tokens: gate.tokens, url: gate.url)) }
    }

    private var create: Route {
        Route(
            method: .post,
            path: "/v1/tokens",
            name: "createToken",
            summary: "Make a token; nobody is told its secret a second time",
            role: .local,
            body: .json("TokenDefinition"),
            answers: [201: RouteText.json("The token and its secret.", "NewToken")],
            refusals: [
                409: "There are as many as there may be.", 503: RouteText.unwritable,
                507: RouteText.full,
            ]
        ) { call in
            let reader = try await call.members(["role", "name"])
            guard let role = try reader.choice("role", of: TokenRole.self) else {
                throw ControlError.unprocessable(
                    "`role` is missing; accepted are `viewer`, `operator` and `admin`."
                )
            }
            let accepted = "1 to 64 printable characters"
            let name = try reader.string("name", accepting: accepted)
            if let name, !TokenLimits.isName(name) {
                throw reader.refusal("name", .string(name), accepted)
            }
            await call.note("Makes a token")
            let report = try gate.makeToken(role, name: name)
            return try Response(created: report, at: "/v1/tokens/\(report.token.id)")
        }
    }

    private var revoke: Route {
        Route(
            method: .delete,
            path: "/v1/tokens/{id}",
            name: "revokeToken",
            summary: "Revoke a token; whoever it let in is out at once",
            role: .local,
            parameters: [RouteText.pathParameter("id", "The token's ID.")],
            answers: [204: ["description": "The token was revoked."]],
            refusals: [
                404: "There is no such token.", 503: RouteText.unwritable, 507: RouteText.full,
            ]
        ) { call in
            let id = call.parameter("id")
            await call.note("Revokes token \(id)")
            try gate.revokeToken(id)
            return .done
        }
    }

    var schemas: [String: Schema] {
        let name = Schema.text.with("minLength", 1).with("maxLength", 64)
            .with("pattern", "^[^\\u0000-\\u001F\\u007F-\\u009F]*$")
        return [
            "TokenDefinition": .object(["role": .choice(TokenRole.self)], optional: ["name": name]),
            "Token": .object(
                ["id": .text, "role": .choice(TokenRole.self), "created": .amount],
                optional: ["name": .text]
            ),
            "TokenList": .object(
                ["tokens": .list(of: .named("Token"))],
                optional: ["url": .text]
            ),
            "NewToken": .object(
                ["token": .named("Token"), "secret": .text],
                optional: ["url": .text]
            ),
        ]
    }
}
