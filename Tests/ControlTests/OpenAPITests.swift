internal import ControlAPI
internal import HTTPTypes
internal import HummingbirdTesting
internal import NIOCore
internal import Synchronization
internal import Testing

@testable internal import Control

/// What the document says is what the server does.
@Suite struct OpenAPITests {
    private static let document = OpenAPIDocument.make()

    /// The operations of the document as `METHOD path`.
    private var operations: [String: JSONValue] {
        guard case .object(let paths)? = Self.document["paths"] else { return [:] }
        var operations: [String: JSONValue] = [:]
        for (path, item) in paths {
            guard case .object(let methods) = item else { continue }
            for (method, operation) in methods {
                operations["\(method.uppercased()) \(path)"] = operation
            }
        }
        return operations
    }

    @Test func everyRouteIsDescribedAndNothingElse() {
        #expect(operations.keys.sorted() == Endpoint.list.sorted())
    }

    @Test func everyReferenceHasItsSchemaAndEverySchemaItsUse() throws {
        let references = Set(Self.references(in: Self.document))
        guard case .object(let schemas)? = Self.document["components"]?["schemas"] else {
            Issue.record("no schemas")
            return
        }
        // Events are not in an answer of JSON, but in a stream's lines.
        let used = references.union(["#/components/schemas/Event"])
        #expect(used == Set(schemas.keys.map { "#/components/schemas/\($0)" }))
    }

    /// Requests that have the answer in question; HEAD needs no entry.
    private static let exchanges = [
        Exchange(.get, "/healthz", gives: 200),
        Exchange(.get, "/metrics", gives: 200),
        Exchange(.get, "/v1/status", gives: 200),
        Exchange(.get, "/v1/streams", gives: 200),
        Exchange(.get, "/v1/streams/door", gives: 200),
        Exchange(.get, "/v1/streams/none", gives: 404),
        Exchange(.get, "/v1/view", gives: 200),
        Exchange(.get, "/v1/openapi.json", gives: 200),
        Exchange(.put, "/v1/streams/door", #"{"url":"a"}"#, gives: 200),
        Exchange(.put, "/v1/streams/new", #"{"url":"a"}"#, gives: 201),
        Exchange(.put, "/v1/streams/new", "{", gives: 400),
        Exchange(.put, "/v1/streams/new", "x", as: "text/plain", gives: 415),
        Exchange(.put, "/v1/streams/new", "{}", gives: 422),
        Exchange(.put, "/v1/streams/-", #"{"url":"a"}"#, gives: 422),
        Exchange(.delete, "/v1/streams/door", gives: 204),
        Exchange(.delete, "/v1/streams/none", gives: 404),
        Exchange(.patch, "/v1/view", #"{"swap":true}"#, gives: 200),
        Exchange(.patch, "/v1/view", #"{"pip":{"x":0.5,"y":0.5}}"#, gives: 200),
        Exchange(.patch, "/v1/view", "", gives: 400),
        Exchange(.patch, "/v1/view", "x", as: "text/plain", gives: 415),
        Exchange(.patch, "/v1/view", #"{"main":7}"#, gives: 422),
        Exchange(.post, "/v1/snapshot", gives: 200),
        Exchange(.get, "/v1/cameras", gives: 200),
        Exchange(.get, "/v1/cameras/video0/formats", gives: 200),
        Exchange(.get, "/v1/cameras/video2/formats", gives: 409),
        Exchange(.get, "/v1/cameras/video9/formats", gives: 404),
        Exchange(.get, "/v1/cameras/video0/controls", gives: 200),
        Exchange(.get, "/v1/cameras/video2/controls", gives: 409),
        Exchange(.get, "/v1/cameras/video9/controls", gives: 404),
        Exchange(.patch, "/v1/cameras/video0/controls", #"{"brightness":1}"#, gives: 200),
        Exchange(.patch, "/v1/cameras/video0/controls", "", gives: 400),
        Exchange(.patch, "/v1/cameras/video0/controls", "x", as: "text/plain", gives: 415),
        Exchange(.patch, "/v1/cameras/video0/controls", #"{"zoom":1}"#, gives: 422),
        Exchange(.patch, "/v1/cameras/video0/controls", #"{"locked":1}"#, gives: 409),
        Exchange(.patch, "/v1/cameras/video9/controls", "{}", gives: 404),
    ]

    @Test(arguments: exchanges)
    func answersAreAsDescribed(_ exchange: Exchange) async throws {
        let response = try await answer(exchange)
        #expect(response.status.code == exchange.status)
        let described = try #require(
            operations[operationName(exchange)]?["responses"]?["\(exchange.status)"]
        )
        guard case .object(let content)? = described["content"] else {
            #expect(response.body.readableBytes == 0)
            return
        }
        let type = try #require(response.headers[.contentType]).prefix { $0 != ";" }
        let schema = try #require(content[String(type)]?["schema"])
        guard type.hasSuffix("json") else { return }
        let value = try JSONValue(parsing: Array(response.body.readableBytesView))
        let errors = JSONSchema(document: Self.document).errors(in: value, against: schema)
        #expect(errors.isEmpty)
    }

    @Test func everyRouteWithAJSONAnswerIsExercised() {
        let exercised = Set(Self.exchanges.map(operationName))
        #expect(Set(Endpoint.list).subtracting(exercised) == ["GET /v1/events"])
    }

    /// A body is accepted by the server if and only if the schema accepts it.
    @Test(
        arguments: [
            ("ViewPatch", #"{}"#), ("ViewPatch", #"{"main":null}"#),
            ("ViewPatch", #"{"main":"lobby","gravity":"resize"}"#),
            ("ViewPatch", #"{"gravity":"none"}"#), ("ViewPatch", #"{"main":""}"#),
            ("ViewPatch", #"{"zoom":1}"#), ("ViewPatch", #"{"swap":0}"#),
            ("ViewPatch", #"{"pip":{"size":0.5}}"#), ("ViewPatch", #"{"pip":{"size":0.6}}"#),
            ("ViewPatch", #"{"pip":{"border":2.5}}"#), ("ViewPatch", #"{"pip":{"x":null}}"#),
            ("ViewPatch", #"{"pip":{"size":null}}"#), ("ViewPatch", #"{"pip":[]}"#),
            ("ViewPatch", #"{"pip":{"stream":null,"enabled":false}}"#), ("ViewPatch", "3"),
            ("StreamDefinition", #"{"url":"a"}"#), ("StreamDefinition", #"{"url":""}"#),
            ("StreamDefinition", #"{"loop":true}"#),
            ("StreamDefinition", #"{"url":"a","timeout":300}"#),
            ("StreamDefinition", #"{"url":"a","timeout":301}"#),
            ("StreamDefinition", #"{"url":"a","transport":"udp","keep_warm":true}"#),
            ("StreamDefinition", #"{"url":"a","fps":30}"#),
            ("StreamDefinition", #"{"url":"a","lookback":60}"#),
            ("StreamDefinition", #"{"url":"a","lookback":60.5}"#),
            ("StreamDefinition", #"{"url":"a","lookback":-1}"#),
            ("CameraControlPatch", #"{}"#), ("CameraControlPatch", #"{"gain":-3}"#),
            ("CameraControlPatch", #"{"mode":"Day","mirror":true}"#),
            ("CameraControlPatch", #"{"gain":1.5}"#), ("CameraControlPatch", #"{"gain":null}"#),
            ("CameraControlPatch", #"{"gain":[1]}"#), ("CameraControlPatch", "[]"),
        ])
    func theSchemaOfABodyIsWhatIsAccepted(schema: String, body: String) throws {
        let value = try JSONValue(parsing: Array(body.utf8))
        let errors = JSONSchema(document: Self.document).errors(
            in: value,
            against: ["$ref": .string("#/components/schemas/\(schema)")]
        )
        let isAccepted =
            switch schema {
            case "ViewPatch": (try? ViewPatch(json: value)) != nil
            case "CameraControlPatch": (try? CameraControlPatch.values(value)) != nil
            default: (try? StreamDefinition(json: value)) != nil
            }
        #expect(errors.isEmpty == isAccepted)
    }

    @Test func sickHealthAndAMissingPictureAreDescribed() async throws {
        let backend = FakeBackend()
        backend.state.withLock {
            $0.health.healthy = false
            $0.hasPicture = false
        }
        for exchange in [
            Exchange(.get, "/healthz", gives: 503), Exchange(.post, "/v1/snapshot", gives: 503),
        ] {
            let response = try await answer(exchange, of: backend)
            #expect(response.status.code == 503)
            #expect(operations[operationName(exchange)]?["responses"]?["503"] != nil)
        }
    }

    /// `METHOD path` with the path's template.
    private func operationName(_ exchange: Exchange) -> String {
        let segments = exchange.uri.split(separator: "/")
        let parameters: [Substring: Substring] = ["streams": "{id}", "cameras": "{device}"]
        var path = segments
        if segments.count > 2, let name = parameters[segments[1]] { path[2] = name }
        return "\(exchange.method.rawValue) /\(path.joined(separator: "/"))"
    }

    private static func references(in value: JSONValue) -> [String] {
        switch value {
        case .object(let members):
            members.flatMap { key, member in
                key == "$ref" ? [member.stringValue ?? ""] : references(in: member)
            }
        case .array(let elements): elements.flatMap { references(in: $0) }
        default: []
        }
    }
}
