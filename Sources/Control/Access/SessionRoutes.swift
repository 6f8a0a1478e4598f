internal import ControlAPI
internal import HTTPTypes
internal import Hummingbird
internal import Media

/// How a browser is let in: it presents a token once, and sends a cookie from then on.
struct SessionRoutes: RouteArea {
    let gate: AccessGate

    var routes: [Route] { [begin, end] }

    private var begin: Route {
        Route(
            method: .post,
            path: "/v1/session",
            name: "beginSession",
            summary: "Let a browser in for a token",
            role: .anyone,
            body: .json("SessionRequest"),
            answers: [
                200: RouteText.json("It is in; `Set-Cookie` has what it sends.", "Session")
            ]
        ) { call in
            let reader = try await call.members(["token"])
            // Not as others are refused: what is no token may be one with a typing error.
            guard let token = reader["token"]?.stringValue else {
                throw ControlError.unprocessable("`token` is missing; accepted is a string.")
            }
            let others = Visit.sessions(of: call.request, door: call.context.door)
            let session = try gate.beginSession(
                for: token,
                of: call.context.caller,
                inPlaceOf: others
            )
            return try Response(
                json: SessionReport(role: session.role),
                headers: [
                    .setCookie: Self.cookie(session.secret.text, lasting: Sessions.lifetime, call)
                ]
            )
        }
    }

    private var end: Route {
        Route(
            method: .delete,
            path: "/v1/session",
            name: "endSession",
            summary: "Let a browser out again",
            role: .anyone,
            answers: [204: ["description": "It is out; `Set-Cookie` takes back what it sent."]]
        ) { call in
            let secrets = Visit.sessions(of: call.request, door: call.context.door)
            for secret in secrets { gate.endSession(secret) }
            return Response(
                status: .noContent,
                headers: [
                    .cacheControl: "no-store",
                    .setCookie: Self.cookie("", lasting: .zero, call),
                ]
            )
        }
    }

    private static func cookie(
        _ secret: String,
        lasting lifetime: Nanoseconds,
        _ call: RouteCall
    ) -> String {
        let isSecure = Visit.isSecure(call.request, door: call.context.door)
        let attributes = "HttpOnly; SameSite=Strict; Path=/\(isSecure ? "; Secure" : "")"
        let name = Visit.cookie(of: call.request, isSecure: isSecure)
        return "\(name)=\(secret); Max-Age=\(Int(lifetime.seconds)); \(attributes)"
    }

    var schemas: [String: Schema] {
        [
            "SessionRequest": .object(["token": .text]),
            "Session": .object(["role": .choice(TokenRole.self)]),
        ]
    }
}
