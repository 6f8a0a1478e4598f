internal import ControlAPI
internal import Foundation
internal import HTTPTypes
internal import NIOCore
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import Control

/// What the document says is what the server does.
@Suite struct OpenAPITests {
    /// Who asks for a route that there is not is told of all that there are, and who asks with
    /// another method, of those that there are.
    @Test func everyRouteIsDescribedAndNothingElse() async throws {
        let operations = try await Description.current.operations.keys.sorted()
        let problem = try await answer(Exchange(.get, "/v1/nothing", gives: 404))
        let body = try JSONValue(parsing: Array(problem.body.readableBytesView))
        #expect(body["routes"]?.elements?.compactMap(\.stringValue).sorted() == operations)
        let paths = Dictionary(grouping: operations) { String($0.split(separator: " ")[1]) }
        for (path, routes) in paths {
            let uri = path.replacing("{", with: "").replacing("}", with: "")
            let refusal = try await answer(Exchange(.options, uri, gives: 405))
            let methods = routes.map { String($0.prefix { $0 != " " }) }
            let heads = methods.contains("GET") && !Self.endless.contains(path) ? ["HEAD"] : []
            #expect(refusal.headers[.allow] == (methods + heads).sorted().joined(separator: ", "))
        }
    }

    @Test func everyPartOfAPathIsDescribed() async throws {
        for (name, operation) in try await Description.current.operations {
            let parts = name.split(separator: "/").filter { $0.hasPrefix("{") }
            let parameters = (operation["parameters"]?.elements ?? []).filter { $0["in"] == "path" }
            let names = parameters.compactMap { $0["name"]?.stringValue }
            #expect(parts.map { String($0.dropFirst().dropLast()) } == names, "\(name)")
        }
    }

    @Test func everyReferenceHasItsSchemaAndEverySchemaItsUse() async throws {
        let document = try await Description.current.document
        let references = Set(Self.references(in: document))
        let schemas = try #require(document["components"]?["schemas"]).members
        // Events are not in an answer of JSON, but in a stream's lines.
        let events = ["Event", "SnapshotEvent"].map { "#/components/schemas/\($0)" }
        let used = references.union(events)
        #expect(used == Set(schemas.keys.map { "#/components/schemas/\($0)" }))
    }

    /// What has no end, and so no head.
    static let endless = ["/v1/events", "/v1/preview.mjpeg"]

    /// Requests that have the answer in question; HEAD needs no entry.
    private static let exchanges = [
        Exchange(.get, "/healthz", gives: 200),
        Exchange(.get, "/metrics", gives: 200),
        Exchange(.get, "/v1/status", gives: 200),
        Exchange(.get, "/v1/stats", gives: 200),
        Exchange(.get, "/v1/mqtt", gives: 200),
        Exchange(.get, "/v1/sync", gives: 200),
        Exchange(.get, "/", gives: 200),
        Exchange(.get, "/assets/app.js", gives: 200),
        Exchange(.get, "/assets/icon.svg", gives: 200),
        Exchange(.get, "/assets/index.html", gives: 404),
        Exchange(.get, "/v1/preview.jpeg", gives: 200),
        Exchange(.get, "/v1/preview.jpeg?after=9&width=320&wait=0", gives: 204),
        Exchange(.get, "/v1/preview.jpeg?width=0", gives: 422),
        Exchange(.get, "/v1/preview.mjpeg?fps=61", gives: 422),
        Exchange(.get, "/v1/streams", gives: 200),
        Exchange(.get, "/v1/streams/door", gives: 200),
        Exchange(.get, "/v1/streams/none", gives: 404),
        Exchange(.get, "/v1/view", gives: 200),
        Exchange(.post, "/v1/view/show", #"{"main":"door","seconds":20}"#, gives: 200),
        Exchange(.post, "/v1/view/show", "{", gives: 400),
        Exchange(.post, "/v1/view/show", "x", as: "text/plain", gives: 415),
        Exchange(.post, "/v1/view/show", #"{"main":"none","seconds":20}"#, gives: 422),
        Exchange(.delete, "/v1/view/show", gives: 200),
        Exchange(.delete, "/v1/view/show?all=1", gives: 422),
        Exchange(.get, "/v1/overlays", gives: 200),
        Exchange(.put, "/v1/overlays/clock", #"{"clock":"%H:%M"}"#, gives: 200),
        Exchange(.put, "/v1/overlays/new", #"{"text":"a","at":"top"}"#, gives: 201),
        Exchange(.put, "/v1/overlays/many", #"{"text":"a"}"#, gives: 409),
        Exchange(.put, "/v1/overlays/new", "{", gives: 400),
        Exchange(.put, "/v1/overlays/new", "x", as: "text/plain", gives: 415),
        Exchange(.put, "/v1/overlays/new", #"{"at":"top"}"#, gives: 422),
        Exchange(.delete, "/v1/overlays/clock", gives: 204),
        Exchange(.delete, "/v1/overlays/none", gives: 404),
        Exchange(.get, "/v1/messages", gives: 200),
        Exchange(.post, "/v1/messages", #"{"text":"a","seconds":5}"#, gives: 200),
        Exchange(.post, "/v1/messages", #"{"text":"too much"}"#, gives: 409),
        Exchange(.post, "/v1/messages", "{", gives: 400),
        Exchange(.post, "/v1/messages", "x", as: "text/plain", gives: 415),
        Exchange(.post, "/v1/messages", #"{"text":""}"#, gives: 422),
        Exchange(.post, "/v1/messages", #"{"text":" \n\t"}"#, gives: 422),
        Exchange(.delete, "/v1/messages", gives: 200),
        Exchange(.get, "/v1/openapi.json", gives: 200),
        Exchange(.put, "/v1/streams/door", #"{"url":"a"}"#, gives: 200),
        Exchange(.put, "/v1/streams/new", #"{"url":"a"}"#, gives: 201),
        Exchange(.put, "/v1/streams/new", "{", gives: 400),
        Exchange(.put, "/v1/streams/new", "x", as: "text/plain", gives: 415),
        Exchange(.put, "/v1/streams/new", "{}", gives: 422),
        Exchange(.put, "/v1/streams/-", #"{"url":"a"}"#, gives: 422),
        Exchange(.delete, "/v1/streams/door", gives: 204),
        Exchange(.delete, "/v1/streams/none", gives: 404),
        Exchange(.patch, "/v1/streams/door", #"{"paused":true}"#, gives: 200),
        Exchange(.patch, "/v1/streams/door", #"{"position":12.5}"#, gives: 200),
        Exchange(.patch, "/v1/streams/door", "{", gives: 400),
        Exchange(.patch, "/v1/streams/none", "{}", gives: 404),
        Exchange(.patch, "/v1/streams/lobby", #"{"paused":true}"#, gives: 409),
        Exchange(.patch, "/v1/streams/door", "x", as: "text/plain", gives: 415),
        Exchange(.patch, "/v1/streams/door", #"{"position":"1"}"#, gives: 422),
        Exchange(.get, "/v1/playlists", gives: 200),
        Exchange(.get, "/v1/playlists/reel", gives: 200),
        Exchange(.get, "/v1/playlists/none", gives: 404),
        Exchange(.put, "/v1/playlists/reel", #"{"items":["a"]}"#, gives: 200),
        Exchange(.put, "/v1/playlists/new", #"{"items":["a"]}"#, gives: 201),
        Exchange(.put, "/v1/playlists/new", #"{"items":["many"]}"#, gives: 409),
        Exchange(.put, "/v1/playlists/-", #"{"items":["a"]}"#, gives: 422),
        Exchange(.patch, "/v1/playlists/reel", #"{"shuffle":true}"#, gives: 200),
        Exchange(.patch, "/v1/playlists/reel", #"{"shuffle":1}"#, gives: 422),
        Exchange(.patch, "/v1/playlists/none", "{}", gives: 404),
        Exchange(.delete, "/v1/playlists/reel", gives: 204),
        Exchange(.delete, "/v1/playlists/none", gives: 404),
        Exchange(.post, "/v1/playlists/reel/items", #"{"items":["a"],"at":"end"}"#, gives: 200),
        Exchange(.post, "/v1/playlists/reel/items", #"{"items":["a"],"at":7}"#, gives: 422),
        Exchange(.patch, "/v1/playlists/reel/items/1", #"{"at":"next"}"#, gives: 200),
        Exchange(.patch, "/v1/playlists/reel/items/1", "{}", gives: 422),
        Exchange(.patch, "/v1/playlists/reel/items/9", #"{"at":"end"}"#, gives: 404),
        Exchange(.delete, "/v1/playlists/reel/items/1", gives: 200),
        Exchange(.delete, "/v1/playlists/reel/items/9", gives: 404),
        Exchange(.get, "/v1/playlists/reel/items/1/thumbnail?size=128", gives: 200),
        Exchange(.get, "/v1/playlists/reel/items/1/thumbnail?size=1", gives: 422),
        Exchange(.get, "/v1/playlists/reel/items/2/thumbnail", gives: 502),
        Exchange(.get, "/v1/playlists/reel/items/9/thumbnail", gives: 404),
        Exchange(.post, "/v1/playlists/reel/shuffle", gives: 200),
        Exchange(.post, "/v1/playlists/reel/play", #"{"item":"2"}"#, gives: 200),
        Exchange(.post, "/v1/playlists/reel/play", #"{"item":2}"#, gives: 422),
        Exchange(.post, "/v1/playlists/reel/play", #"{"item":"9"}"#, gives: 404),
        Exchange(.post, "/v1/playlists/reel/play", #"{"item":"8"}"#, gives: 409),
        Exchange(.post, "/v1/playlists/reel/next", gives: 200),
        Exchange(.post, "/v1/playlists/reel/previous", gives: 200),
        Exchange(.post, "/v1/playlists/reel/pause", gives: 200),
        Exchange(.post, "/v1/playlists/live/pause", gives: 409),
        Exchange(.post, "/v1/playlists/reel/resume", gives: 200),
        Exchange(.post, "/v1/playlists/none/next", gives: 404),
        Exchange(.get, "/v1/feeds", gives: 200),
        Exchange(.get, "/v1/feeds/news", gives: 200),
        Exchange(.get, "/v1/feeds/none", gives: 404),
        Exchange(.put, "/v1/feeds/news", #"{"url":"/srv/a.xml"}"#, gives: 200),
        Exchange(.put, "/v1/feeds/new", #"{"url":"http://a","refresh":60}"#, gives: 201),
        Exchange(.put, "/v1/feeds/new", #"{"url":"http://many"}"#, gives: 409),
        Exchange(.put, "/v1/feeds/new", #"{"url":"a"}"#, gives: 422),
        Exchange(.delete, "/v1/feeds/news", gives: 204),
        Exchange(.delete, "/v1/feeds/none", gives: 404),
        Exchange(.delete, "/v1/feeds/house", gives: 409),
        Exchange(.post, "/v1/feeds/news/refresh", gives: 200),
        Exchange(.post, "/v1/feeds/none/refresh", gives: 404),
        Exchange(.post, "/v1/feeds/house/refresh", gives: 502),
        Exchange(.get, "/v1/feeds/news/items", gives: 200),
        Exchange(.get, "/v1/feeds/news/items?category=a&cursor=b&limit=1", gives: 200),
        Exchange(.get, "/v1/feeds/news/items?limit=0", gives: 422),
        Exchange(.get, "/v1/feeds/none/items", gives: 404),
        Exchange(.get, "/v1/discover", gives: 200),
        Exchange(.get, "/v1/search?q=a%20b&limit=500", gives: 200),
        Exchange(.get, "/v1/search", gives: 422),
        Exchange(.get, "/v1/library", gives: 200),
        Exchange(.post, "/v1/library/scan", #"{"root":"/srv/media","prune":true}"#, gives: 202),
        Exchange(.post, "/v1/library/scan", #"{"root":"/none"}"#, gives: 404),
        Exchange(.post, "/v1/library/scan", #"{"root":"/away"}"#, gives: 409),
        Exchange(.post, "/v1/library/scan", #"{"root":""}"#, gives: 422),
        Exchange(.get, "/v1/library/assets?q=a&type=video&favourite=false", gives: 200),
        Exchange(.get, "/v1/library/assets?type=film", gives: 422),
        Exchange(.get, "/v1/library/assets/1", gives: 200),
        Exchange(.get, "/v1/library/assets/9", gives: 404),
        Exchange(.patch, "/v1/library/assets/1", #"{"favourite":true,"title":"A"}"#, gives: 200),
        Exchange(.patch, "/v1/library/assets/1", #"{"title":null}"#, gives: 200),
        Exchange(.patch, "/v1/library/assets/1", #"{"title":7}"#, gives: 422),
        Exchange(.patch, "/v1/library/assets/9", "{}", gives: 404),
        Exchange(.get, "/v1/library/assets/1/thumbnail?size=128", gives: 200),
        Exchange(.get, "/v1/library/assets/1/thumbnail?size=1", gives: 422),
        Exchange(.get, "/v1/library/assets/2/thumbnail", gives: 409),
        Exchange(.get, "/v1/library/assets/9/thumbnail", gives: 404),
        Exchange(.get, "/v1/library/assets/1/file", gives: 200),
        Exchange(.get, "/v1/library/assets/2/file", gives: 409),
        Exchange(.get, "/v1/library/assets/9/file", gives: 404),
        Exchange(.post, "/v1/library/exports", #"{"asset":"1","to":"/srv/a"}"#, gives: 202),
        Exchange(
            .post,
            "/v1/library/exports",
            #"{"asset":"1","in":1.5,"out":3,"mode":"trim","to":"/srv/a"}"#,
            gives: 202
        ),
        Exchange(.post, "/v1/library/exports", #"{"assets":["1","2"],"to":"/etc"}"#, gives: 403),
        Exchange(.post, "/v1/library/exports", #"{"asset":"9","to":"/srv/a"}"#, gives: 404),
        Exchange(.post, "/v1/library/exports", #"{"asset":"2","to":"/srv/a"}"#, gives: 409),
        Exchange(.post, "/v1/library/exports", #"{"asset":"3","in":1,"to":"/a"}"#, gives: 415),
        Exchange(.post, "/v1/library/exports", #"{"selection":"3","to":"/a"}"#, gives: 202),
        Exchange(.post, "/v1/library/exports", #"{"selection":"9","to":"/a"}"#, gives: 404),
        Exchange(.post, "/v1/library/exports", #"{"asset":"1"}"#, gives: 422),
        Exchange(.post, "/v1/library/exports", #"{"asset":"1","to":"/full"}"#, gives: 507),
        Exchange(.get, "/v1/library/exports", gives: 200),
        Exchange(.get, "/v1/library/exports/5", gives: 200),
        Exchange(.get, "/v1/library/exports/6", gives: 404),
        Exchange(.delete, "/v1/library/exports/5", gives: 204),
        Exchange(.delete, "/v1/library/exports/6", gives: 404),
        Exchange(.get, "/v1/library/albums?limit=5", gives: 200),
        Exchange(.get, "/v1/library/albums?limit=0", gives: 422),
        Exchange(.get, "/v1/library/albums/sea", gives: 200),
        Exchange(.get, "/v1/library/albums/none", gives: 404),
        Exchange(.put, "/v1/library/albums/sea", #"{"ids":["1"],"name":"Sea"}"#, gives: 200),
        Exchange(.put, "/v1/library/albums/new", #"{"selection":"1"}"#, gives: 201),
        Exchange(.put, "/v1/library/albums/new", #"{"selection":"9"}"#, gives: 404),
        Exchange(.put, "/v1/library/albums/all", #"{"ids":[]}"#, gives: 409),
        Exchange(.put, "/v1/library/albums/-", #"{"ids":[]}"#, gives: 422),
        Exchange(.delete, "/v1/library/albums/sea", gives: 204),
        Exchange(.delete, "/v1/library/albums/none", gives: 404),
        Exchange(.delete, "/v1/library/albums/all", gives: 409),
        Exchange(.post, "/v1/library/selections", #"{"query":{},"exclude":["1"]}"#, gives: 201),
        Exchange(.post, "/v1/library/selections", #"{"selection":"9"}"#, gives: 404),
        Exchange(.post, "/v1/library/selections", #"{"ids":["9"]}"#, gives: 422),
        Exchange(.get, "/v1/library/selections/1", gives: 200),
        Exchange(.get, "/v1/library/selections/2", gives: 200),
        Exchange(.get, "/v1/library/selections/9", gives: 404),
        Exchange(.patch, "/v1/library/selections/1", #"{"add":["1"]}"#, gives: 200),
        Exchange(.patch, "/v1/library/selections/1", #"{"add":[1]}"#, gives: 422),
        Exchange(.patch, "/v1/library/selections/9", "{}", gives: 404),
        Exchange(.delete, "/v1/library/selections/1", gives: 204),
        Exchange(.delete, "/v1/library/selections/9", gives: 404),
        Exchange(.get, "/v1/library/selections/1/assets?limit=1", gives: 200),
        Exchange(.get, "/v1/library/selections/1/assets?limit=0", gives: 422),
        Exchange(.get, "/v1/library/selections/9/assets", gives: 404),
        Exchange(.post, "/v1/library/selections/1/preview", gives: 200),
        Exchange(.post, "/v1/library/selections/2/preview", gives: 422),
        Exchange(.post, "/v1/library/selections/9/preview", gives: 404),
        Exchange(.post, "/v1/library/selections/1/play", #"{"in":"pip"}"#, gives: 200),
        Exchange(.post, "/v1/library/selections/1/play", #"{"in":"x"}"#, gives: 422),
        Exchange(.post, "/v1/library/selections/9/play", gives: 404),
        Exchange(.post, "/v1/library/assets/1/preview", #"{"in":"main"}"#, gives: 200),
        Exchange(.post, "/v1/library/assets/2/preview", gives: 409),
        Exchange(.post, "/v1/library/assets/9/preview", gives: 404),
        Exchange(.get, "/v1/tokens", gives: 200),
        Exchange(.post, "/v1/tokens", #"{"role":"viewer"}"#, gives: 201),
        Exchange(.post, "/v1/tokens", #"{"role":"admin","name":"a"}"#, gives: 201),
        Exchange(.post, "/v1/tokens", #"{"role":"root"}"#, gives: 422),
        Exchange(.post, "/v1/tokens", #"{"role":"admin","name":"\u0007"}"#, gives: 422),
        Exchange(.delete, "/v1/tokens/1", gives: 404),
        Exchange(.post, "/v1/session", #"{"token":"a"}"#, gives: 401),
        Exchange(.post, "/v1/session", #"{"token":1}"#, gives: 422),
        Exchange(.delete, "/v1/session", gives: 204),
        Exchange(.patch, "/v1/view", #"{"swap":true}"#, gives: 200),
        Exchange(.patch, "/v1/view", #"{"pip":{"x":0.5,"y":0.5}}"#, gives: 200),
        Exchange(.patch, "/v1/view", "", gives: 400),
        Exchange(.patch, "/v1/view", "x", as: "text/plain", gives: 415),
        Exchange(.patch, "/v1/view", #"{"main":7}"#, gives: 422),
        Exchange(.post, "/v1/events", #"{"type":"custom.a","data":[1]}"#, gives: 200),
        Exchange(.post, "/v1/events", #"{"type":"snapshot"}"#, gives: 422),
        Exchange(.post, "/v1/events", "", gives: 400),
        Exchange(.post, "/v1/events", "x", as: "text/plain", gives: 415),
        Exchange(.post, "/v1/snapshot", gives: 200),
        Exchange(.post, "/v1/snapshot?event=false", "{}", gives: 200),
        Exchange(.post, "/v1/snapshot?event=true", gives: 200),
        Exchange(.post, "/v1/snapshot?event=true", #"{"format":"png"}"#, gives: 200),
        Exchange(.post, "/v1/snapshot?event=true", #"{"output":"path"}"#, gives: 422),
        Exchange(.post, "/v1/snapshot?event=1", gives: 422),
        Exchange(.post, "/v1/snapshot", #"{"output":"base64"}"#, gives: 200),
        Exchange(.post, "/v1/snapshot", #"{"output":"path","path":"/etc/a"}"#, gives: 403),
        Exchange(.post, "/v1/snapshot", #"{"output":"path","path":"/old/a"}"#, gives: 409),
        Exchange(.post, "/v1/snapshot", #"{"output":"path","path":"/full/a"}"#, gives: 507),
        Exchange(.post, "/v1/snapshot", "x", as: "text/plain", gives: 415),
        Exchange(.post, "/v1/snapshot", "{", gives: 400),
        Exchange(.post, "/v1/snapshot", #"{"at":1}"#, gives: 422),
        Exchange(.post, "/v1/streams/door/screenshot", gives: 200),
        Exchange(.post, "/v1/streams/door/screenshot", #"{"output":"library"}"#, gives: 200),
        Exchange(.post, "/v1/streams/door/screenshot", #"{"output":"base64"}"#, gives: 200),
        Exchange(.post, "/v1/streams/door/screenshot", "[", gives: 400),
        Exchange(.post, "/v1/streams/door/screenshot", #"{"output":"path"}"#, gives: 422),
        Exchange(.post, "/v1/streams/door/screenshot", #"{"at":5}"#, gives: 409),
        Exchange(.post, "/v1/streams/door/screenshot", "{}", as: "text/plain", gives: 415),
        Exchange(.post, "/v1/streams/door/screenshot?event=true", #"{"at":-1}"#, gives: 200),
        Exchange(.post, "/v1/streams/door/screenshot?event=true", #"{"path":"/a"}"#, gives: 422),
        Exchange(.post, "/v1/streams/door/photo?event=true", #"{"target":"9x9"}"#, gives: 200),
        Exchange(.post, "/v1/streams/none/photo?event=true", gives: 404),
        Exchange(.post, "/v1/streams/lobby/screenshot", gives: 503),
        Exchange(.post, "/v1/streams/none/screenshot", gives: 404),
        Exchange(
            .post,
            "/v1/streams/door/screenshot",
            #"{"output":"path","path":"/etc/a"}"#,
            gives: 403
        ),
        Exchange(
            .post,
            "/v1/streams/door/screenshot",
            #"{"output":"path","path":"/full/a"}"#,
            gives: 507
        ),
        Exchange(.post, "/v1/streams/door/photo", gives: 200),
        Exchange(.post, "/v1/streams/door/photo", #"{"output":"library"}"#, gives: 200),
        Exchange(
            .post,
            "/v1/streams/door/photo",
            #"{"mode":"frame","output":"base64"}"#,
            gives: 200
        ),
        Exchange(.post, "/v1/streams/door/photo", #"{"mode":"video"}"#, gives: 422),
        Exchange(.post, "/v1/streams/door/photo", "{}", as: "text/plain", gives: 415),
        Exchange(.post, "/v1/streams/door/photo", "nul", gives: 400),
        Exchange(.post, "/v1/streams/lobby/photo", gives: 409),
        Exchange(.post, "/v1/streams/none/photo", gives: 404),
        Exchange(
            .post,
            "/v1/streams/door/photo",
            #"{"output":"path","path":"/full/a"}"#,
            gives: 507
        ),
        Exchange(.get, "/v1/configuration", gives: 200),
        Exchange(.post, "/v1/configuration", #"{"text":"main: a","name":"a.yml"}"#, gives: 200),
        Exchange(.post, "/v1/configuration", #"{"text":"web"}"#, gives: 409),
        Exchange(.post, "/v1/configuration", #"{"text":"bad"}"#, gives: 422),
        Exchange(.post, "/v1/configuration", #"{"text":"full"}"#, gives: 507),
        Exchange(.post, "/v1/configuration", "main: a", as: "application/yaml", gives: 415),
        Exchange(.post, "/v1/configuration/confirm", gives: 200),
        Exchange(.post, "/v1/configuration/confirm", #"{"generation":6}"#, gives: 409),
        Exchange(.post, "/v1/configuration/confirm", #"{"generation":0}"#, gives: 422),
        Exchange(.post, "/v1/configuration/rollback", #"{"generation":7}"#, gives: 200),
        Exchange(.post, "/v1/configuration/rollback", #"{"generation":6}"#, gives: 409),
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
        let description = try await Description.current
        let response = try await answer(exchange)
        #expect(response.status.code == exchange.status)
        let operation = description.operations[operationName(exchange)]
        let described = try #require(operation?["responses"]?["\(exchange.status)"])
        guard case .object(let content)? = described["content"] else {
            #expect(response.body.readableBytes == 0)
            return
        }
        let type = try #require(response.headers[.contentType]).prefix { $0 != ";" }
        let schema = try #require((content[String(type)] ?? content["*/*"])?["schema"])
        if type.hasPrefix("image/"), let described = described["headers"]?["Pipd-Image"] {
            let report = described["content"]?["application/json"]
            let name = try #require(HTTPField.Name("Pipd-Image"))
            let field = try #require(response.headers[name])
            let value = try JSONValue(parsing: Array(field.utf8))
            #expect(description.errors(in: value, against: try #require(report?["schema"])) == [])
        }
        guard type.hasSuffix("json") else { return }
        // Not as a request is parsed: this document has more values than one may.
        let value = try JSONText.decode(JSONValue.self, from: Data(response.body.readableBytesView))
        #expect(description.errors(in: value, against: schema) == [])
    }

    @Test func everyRouteWithAJSONAnswerIsExercised() async throws {
        let exercised = Set(Self.exchanges.map(operationName))
        let all = Set(try await Description.current.operations.keys)
        #expect(all.subtracting(exercised) == ["GET /v1/events"])
    }

    /// A body is accepted by the server if and only if the schema accepts it.
    @Test(
        arguments: [
            ("ViewPatch", #"{}"#), ("ViewPatch", #"{"main":null}"#),
            ("ViewPatch", #"{"main":"lobby","gravity":"resize","transition":"fade"}"#),
            ("ViewPatch", #"{"gravity":"none"}"#), ("ViewPatch", #"{"transition":"wipe"}"#),
            ("ViewPatch", #"{"main":""}"#),
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
            ("StreamDefinition", #"{"url":"a","decoding":"fast"}"#),
            ("StreamDefinition", #"{"url":"a","fps":30}"#),
            ("StreamDefinition", #"{"url":"a","fps":0.5}"#),
            ("StreamDefinition", #"{"url":"a","fps":"30"}"#),
            ("StreamDefinition", #"{"url":"a","size":"16x8192"}"#),
            ("StreamDefinition", #"{"url":"a","size":"15x16"}"#),
            ("StreamDefinition", #"{"url":"a","size":"1999x8193"}"#),
            ("StreamDefinition", #"{"url":"a","size":"+640x480"}"#),
            ("StreamDefinition", #"{"url":"a","size":"640x"}"#),
            ("StreamDefinition", #"{"url":"a","format":"NV12","live":false}"#),
            ("StreamDefinition", #"{"url":"a","format":"RGB"}"#),
            ("StreamDefinition", #"{"url":"a","live":null}"#),
            ("StreamDefinition", #"{"url":"a","threads":16}"#),
            ("StreamDefinition", #"{"url":"a","threads":0}"#),
            ("StreamDefinition", #"{"url":"a","threads":1.5}"#),
            ("StreamDefinition", #"{"url":"a","placeholder":true}"#),
            ("StreamDefinition", #"{"url":"a","placeholder":{"detail":true,"text":"b"}}"#),
            ("StreamDefinition", #"{"url":"a","placeholder":{"image":"/b.png"}}"#),
            ("StreamDefinition", #"{"url":"a","placeholder":{"image":"b.png"}}"#),
            ("StreamDefinition", #"{"url":"a","placeholder":{"keep_last":"2s"}}"#),
            ("StreamDefinition", #"{"url":"a","placeholder":{"keep_last":0}}"#),
            ("StreamDefinition", #"{"url":"a","placeholder":{"title":"b"}}"#),
            ("StreamDefinition", #"{"url":"a","lookback":60}"#),
            ("StreamDefinition", #"{"url":"a","lookback":60.5}"#),
            ("StreamDefinition", #"{"url":"a","lookback":-1}"#),
            ("StreamPatch", "{}"), ("StreamPatch", #"{"paused":false,"position":0}"#),
            ("StreamPatch", #"{"paused":"yes"}"#), ("StreamPatch", #"{"paused":null}"#),
            ("StreamPatch", #"{"position":1000000000}"#),
            ("StreamPatch", #"{"position":1000000001}"#), ("StreamPatch", #"{"position":-0.1}"#),
            ("StreamPatch", #"{"position":"12"}"#), ("StreamPatch", #"{"loop":true}"#),
            ("StreamPatch", "[]"), ("ScreenshotRequest", "{}"), ("ScreenshotRequest", "null"),
            ("ScreenshotRequest", #"{"at":-3.5}"#), ("ScreenshotRequest", #"{"at":"-3.5"}"#),
            ("ScreenshotRequest", #"{"at":"12"}"#), ("ScreenshotRequest", #"{"at":"1e3"}"#),
            ("ScreenshotRequest", #"{"at":"nan"}"#), ("ScreenshotRequest", #"{"at":"0x1p4"}"#),
            ("ScreenshotRequest", #"{"at":"1."}"#), ("ScreenshotRequest", #"{"at":".5"}"#),
            ("ScreenshotRequest", #"{"at":"-"}"#), ("ScreenshotRequest", #"{"at":""}"#),
            ("ScreenshotRequest", #"{"at":"1.2.3"}"#), ("ScreenshotRequest", #"{"at":"+1"}"#),
            ("ScreenshotRequest", #"{"at":"1234567890"}"#),
            ("ScreenshotRequest", #"{"at":1000000001}"#), ("ScreenshotRequest", #"{"at":null}"#),
            ("ScreenshotRequest", #"{"tolerance":3600,"orientation":"stored"}"#),
            ("ScreenshotRequest", #"{"tolerance":-0.1}"#),
            ("ScreenshotRequest", #"{"orientation":"up"}"#),
            ("ScreenshotRequest", #"{"wait_ms":30000}"#),
            ("ScreenshotRequest", #"{"wait_ms":30001}"#),
            ("ScreenshotRequest", #"{"wait_ms":1.5}"#),
            ("ScreenshotRequest", #"{"format":"png","quality":0,"max_width":8192}"#),
            ("ScreenshotRequest", #"{"quality":1.01}"#), ("ScreenshotRequest", #"{"max_width":0}"#),
            ("ScreenshotRequest", #"{"max_bytes":2048}"#),
            ("ScreenshotRequest", #"{"max_bytes":2047}"#),
            ("ScreenshotRequest", #"{"output":"path"}"#),
            ("ScreenshotRequest", #"{"output":"path","path":"/a/b","overwrite":true}"#),
            ("ScreenshotRequest", #"{"output":"path","path":"a"}"#),
            ("ScreenshotRequest", #"{"output":"path","path":"/"}"#),
            ("ScreenshotRequest", #"{"output":"path","path":"/a/"}"#),
            ("ScreenshotRequest", #"{"output":"path","path":"/a\u0000b"}"#),
            ("ScreenshotRequest", #"{"output":"path","path":"/\u0007"}"#),
            ("ScreenshotRequest", #"{"path":"/a"}"#), ("ScreenshotRequest", #"{"overwrite":true}"#),
            ("ScreenshotRequest", #"{"output":"base64","overwrite":false}"#),
            ("ScreenshotRequest", #"{"output":"stdout"}"#), ("ScreenshotRequest", #"{"width":1}"#),
            ("SnapshotRequest", "{}"), ("SnapshotRequest", #"{"format":"jpeg","wait_ms":0}"#),
            ("SnapshotRequest", #"{"overlays":false}"#), ("SnapshotRequest", #"{"overlays":0}"#),
            ("SnapshotEventRequest", #"{"overlays":false,"target":"30x30"}"#),
            ("SnapshotRequest", #"{"orientation":"stored"}"#),
            ("SnapshotRequest", #"{"target":"1x1"}"#),
            ("SnapshotEventRequest", "{}"), ("SnapshotEventRequest", #"{"quality":0.5}"#),
            ("SnapshotEventRequest", #"{"target":"1x1920"}"#),
            ("SnapshotEventRequest", #"{"target":"1921x1"}"#),
            ("SnapshotEventRequest", #"{"target":"999x1899"}"#),
            ("SnapshotEventRequest", #"{"target":"0x10"}"#),
            ("SnapshotEventRequest", #"{"target":"010x10"}"#),
            ("SnapshotEventRequest", #"{"target":"+1x10"}"#),
            ("SnapshotEventRequest", #"{"target":"10x"}"#),
            ("SnapshotEventRequest", #"{"target":"10x10x10"}"#),
            ("SnapshotEventRequest", #"{"target":""}"#),
            ("SnapshotEventRequest", #"{"max_bytes":4096}"#),
            ("SnapshotEventRequest", #"{"fit":"pad"}"#),
            ("SnapshotEventRequest", #"{"fit":"fill"}"#),
            ("SnapshotEventRequest", #"{"format":"png","wait_ms":1,"fit":"cover"}"#),
            ("SnapshotEventRequest", #"{"target":"1x1","max_width":1}"#),
            ("SnapshotEventRequest", #"{"fit":"pad","max_width":1}"#),
            ("SnapshotEventRequest", #"{"fit":"pad","max_width":1,"max_height":8192}"#),
            ("SnapshotEventRequest", #"{"output":"binary"}"#),
            ("SnapshotRequest", #"{"fit":"contain"}"#), ("SnapshotRequest", #"{"fit":"cover"}"#),
            ("SnapshotRequest", #"{"fit":"pad","max_width":30}"#),
            ("SnapshotRequest", #"{"fit":"pad","max_height":30}"#),
            ("SnapshotRequest", #"{"fit":"pad","max_width":30,"max_height":30}"#),
            ("SnapshotRequest", #"{"fit":"none","max_width":30,"max_height":30}"#),
            (
                "ScreenshotRequest",
                #"{"fit":"cover","max_width":3,"max_height":3,"output":"path","path":"/a"}"#
            ),
            ("ScreenshotEventRequest", #"{"at":-1,"fit":"cover","target":"30x30","wait_ms":0}"#),
            ("ScreenshotEventRequest", #"{"format":"png"}"#),
            ("ScreenshotEventRequest", #"{"max_width":3}"#),
            ("PhotoEventRequest", #"{"mode":"frame","quality":0.1}"#),
            ("PhotoEventRequest", #"{"at":1}"#),
            ("CustomEvent", #"{"type":"custom.a"}"#), ("CustomEvent", #"{"type":"custom."}"#),
            ("CustomEvent", #"{"type":"custom.A-b_c.9","data":null}"#),
            ("CustomEvent", #"{"type":"custom.a b"}"#), ("CustomEvent", #"{"type":"custom.a/"}"#),
            ("CustomEvent", #"{"type":"snapshot","data":1}"#), ("CustomEvent", #"{"data":1}"#),
            ("CustomEvent", #"{"type":"custom.a","to":"b"}"#), ("CustomEvent", #"{"type":7}"#),
            ("FeedDefinition", #"{"url":"http://a/b c"}"#), ("FeedDefinition", "{}"),
            ("FeedDefinition", #"{"url":"HTTPS://a","refresh":60,"max_items":2000}"#),
            ("FeedDefinition", #"{"url":"file:///a"}"#), ("FeedDefinition", #"{"url":"/a"}"#),
            ("FeedDefinition", #"{"url":"http://"}"#), ("FeedDefinition", #"{"url":"/"}"#),
            ("FeedDefinition", #"{"url":"ftp://a"}"#), ("FeedDefinition", #"{"url":"a.xml"}"#),
            ("FeedDefinition", #"{"url":"/a\u0000"}"#), ("FeedDefinition", #"{"url":"/\u0301a"}"#),
            ("FeedDefinition", #"{"url":"/\#(String(repeating: "a", count: 2047))"}"#),
            ("FeedDefinition", #"{"url":"/\#(String(repeating: "a", count: 2048))"}"#),
            ("FeedDefinition", #"{"url":"/a","refresh":59}"#), ("FeedDefinition", "[]"),
            ("FeedDefinition", #"{"url":"/a","refresh":604801}"#),
            ("FeedDefinition", #"{"url":"/a","max_items":0}"#),
            ("FeedDefinition", #"{"url":"/a","max_items":2001}"#),
            ("FeedDefinition", #"{"url":"/a","title":"A"}"#),
            ("SelectionDefinition", #"{"ids":[]}"#), ("SelectionDefinition", "{}"),
            ("SelectionDefinition", #"{"ids":["1"],"exclude":[]}"#),
            ("SelectionDefinition", #"{"ids":[1]}"#), ("SelectionDefinition", #"{"ids":[""]}"#),
            ("SelectionDefinition", #"{"ids":"1"}"#), ("SelectionDefinition", #"{"ids":null}"#),
            ("SelectionDefinition", #"{"ids":\#(ids(500))}"#),
            ("SelectionDefinition", #"{"ids":\#(ids(501))}"#),
            ("SelectionDefinition", #"{"query":{},"exclude":["1"]}"#),
            ("SelectionDefinition", #"{"query":{},"exclude":\#(ids(501))}"#),
            ("SelectionDefinition", #"{"query":{"q":"a","type":"photo","min_duration":0.5}}"#),
            ("SelectionDefinition", #"{"query":{"album":"a","favourite":true,"from":1,"to":2}}"#),
            ("SelectionDefinition", #"{"query":{"type":"film"}}"#),
            ("SelectionDefinition", #"{"query":{"q":""}}"#),
            ("SelectionDefinition", #"{"query":{"favourite":"true"}}"#),
            ("SelectionDefinition", #"{"query":{"limit":1}}"#),
            ("SelectionDefinition", #"{"query":[]}"#), ("SelectionDefinition", #"{"query":{}}"#),
            ("SelectionDefinition", #"{"query":{},"ids":[]}"#),
            ("SelectionDefinition", #"{"exclude":[]}"#),
            ("SelectionDefinition", #"{"selection":"1"}"#),
            ("SelectionDefinition", #"{"selection":1}"#),
            ("SelectionDefinition", #"{"selection":"1","album":"a"}"#),
            ("SelectionDefinition", #"{"album":"a"}"#), ("SelectionDefinition", #"{"album":""}"#),
            ("SelectionDefinition", #"{"album":"a","name":"A"}"#), ("SelectionDefinition", "[]"),
            ("SelectionPatch", "{}"), ("SelectionPatch", #"{"add":["1"],"remove":["2"]}"#),
            ("SelectionPatch", #"{"add":["1",2]}"#), ("SelectionPatch", #"{"add":null}"#),
            ("SelectionPatch", #"{"range":["1","2"]}"#), ("SelectionPatch", #"{"range":["1"]}"#),
            ("SelectionPatch", #"{"range":["1","2","3"]}"#), ("SelectionPatch", #"{"query":{}}"#),
            ("SelectionPatch", #"{"range":["1",""]}"#), ("SelectionPatch", #"{"range":{}}"#),
            ("SelectionPatch", #"{"range":["1","2"],"query":{"type":"video"}}"#),
            ("SelectionPatch", #"{"move":{"asset":"1","to":0}}"#),
            ("SelectionPatch", #"{"move":{"asset":"1","to":-1}}"#),
            ("SelectionPatch", #"{"move":{"asset":"1"}}"#), ("SelectionPatch", #"{"move":{}}"#),
            ("SelectionPatch", #"{"move":{"asset":1,"to":1}}"#), ("SelectionPatch", "[]"),
            ("SelectionPatch", #"{"move":{"asset":"1","to":1,"at":1}}"#),
            ("AlbumDefinition", #"{"ids":[]}"#), ("AlbumDefinition", #"{"name":"A"}"#),
            ("AlbumDefinition", #"{"query":{},"exclude":["1"],"name":"A B"}"#),
            ("AlbumDefinition", #"{"selection":"1","name":""}"#),
            ("AlbumDefinition", #"{"album":"a","name":"a\tb"}"#),
            (
                "AlbumDefinition",
                #"{"album":"a","name":"\#(String(repeating: "é", count: 200))"}"#
            ),
            (
                "AlbumDefinition",
                #"{"album":"a","name":"\#(String(repeating: "é", count: 201))"}"#
            ),
            ("PhotoRequest", "{}"), ("PhotoRequest", #"{"mode":"frame","settle_ms":5000}"#),
            ("PhotoRequest", #"{"settle_ms":5001}"#), ("PhotoRequest", #"{"mode":1}"#),
            ("PhotoRequest", #"{"at":1}"#), ("PhotoRequest", #"{"wait_ms":0,"format":"png"}"#),
            ("CameraControlPatch", #"{}"#), ("CameraControlPatch", #"{"gain":-3}"#),
            ("CameraControlPatch", #"{"mode":"Day","mirror":true}"#),
            ("CameraControlPatch", #"{"gain":1.5}"#), ("CameraControlPatch", #"{"gain":null}"#),
            ("CameraControlPatch", #"{"gain":[1]}"#), ("CameraControlPatch", "[]"),
        ])
    func theSchemaOfABodyIsWhatIsAccepted(schema: String, body: String) async throws {
        let value = try JSONValue(parsing: Array(body.utf8))
        let errors = try await Description.current.errors(in: value, by: schema)
        let isAccepted =
            switch schema {
            case "ViewPatch": (try? ViewPatch(json: value)) != nil
            case "StreamPatch": (try? FieldValues<StreamPatchFields>(json: value)) != nil
            case "ScreenshotRequest": (try? ScreenshotRequest(json: value)) != nil
            case "SnapshotRequest": (try? SnapshotRequest(json: value)) != nil
            case "SnapshotEventRequest": (try? SnapshotEventRequest(json: value)) != nil
            case "PhotoRequest": (try? PhotoRequest(json: value)) != nil
            case "ScreenshotEventRequest":
                (try? ScreenshotRequest(json: value, isForEvent: true)) != nil
            case "PhotoEventRequest": (try? PhotoRequest(json: value, isForEvent: true)) != nil
            case "CustomEvent": (try? CustomEvent(json: value)) != nil
            case "FeedDefinition": (try? FeedDefinition(json: value)) != nil
            case "SelectionDefinition":
                (try? SelectionDefinition(
                    MemberReader(value, accepted: SelectionDefinition.members)
                )) != nil
            case "SelectionPatch": (try? SelectionPatch(json: value)) != nil
            case "AlbumDefinition": (try? AlbumDefinition(json: value, id: "a")) != nil
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
            Exchange(.post, "/v1/snapshot?event=true", gives: 503),
        ] {
            let response = try await answer(exchange, of: backend)
            #expect(response.status.code == 503)
            let operation = try await Description.current.operations[operationName(exchange)]
            #expect(operation?["responses"]?["503"] != nil)
        }
    }

    /// A list of so many IDs.
    private static func ids(_ count: Int) -> String {
        "[" + (0..<count).map { "\"\($0 + 1)\"" }.joined(separator: ",") + "]"
    }

    /// `METHOD path` with the path's template.
    private func operationName(_ exchange: Exchange) -> String {
        let segments = exchange.uri.prefix { $0 != "?" }.split(separator: "/")
        let parameters: [Substring: Substring] = [
            "streams": "{id}", "playlists": "{id}", "items": "{item}", "cameras": "{device}",
            "feeds": "{id}", "assets": "{id}", "selections": "{id}", "albums": "{id}",
            "exports": "{id}", "tokens": "{id}", "overlays": "{id}",
        ]
        var path = segments
        for index in segments.indices.dropFirst() {
            if let name = parameters[segments[index - 1]] { path[index] = name }
        }
        if path.first == "assets" { path[1] = "{name}" }
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
