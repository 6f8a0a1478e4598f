internal import ControlAPI
internal import Foundation
internal import Media
internal import TestSupport
internal import Testing

/// What a running daemon answers, against what it says of itself.
@Suite(.timeLimit(.minutes(30))) struct DescriptionTests {
    private static let bodies = [
        "put /v1/streams/{id}": #"{"url":"demo","live":true,"threads":1}"#,
        "patch /v1/view": #"{"swap":true,"pip":{"x":0.5,"y":null}}"#,
        "post /v1/view/show": #"{"main":"door","seconds":60}"#,
        "put /v1/overlays/{id}": #"{"text":"Hello"}"#,
        "post /v1/messages": #"{"text":"Hello","seconds":1}"#,
        "post /v1/configuration": #"{"text":"max_fps: 30","name":"a.yml","confirm_within":600}"#,
        "post /v1/events": #"{"type":"custom.test","data":[1]}"#,
        "post /v1/snapshot": #"{"output":"base64","wait_ms":30000}"#,
        "post /v1/streams/{id}/screenshot": #"{"output":"base64","wait_ms":30000}"#,
        "patch /v1/cameras/{device}/controls": "{}", "patch /v1/streams/{id}": "{}",
        "put /v1/playlists/{id}": #"{"items":["demo","demo"],"loop":"one"}"#,
        "patch /v1/playlists/{id}": #"{"loop":"all"}"#,
        "post /v1/playlists/{id}/items": #"{"items":["demo"],"at":"next"}"#,
        "patch /v1/playlists/{id}/items/{item}": #"{"at":"end"}"#,
        "post /v1/playlists/{id}/play": #"{"item":"1"}"#, "post /v1/library/scan": "{}",
        "patch /v1/library/assets/{id}": #"{"favourite":true}"#,
        "post /v1/library/selections": #"{"query":{"type":"video"}}"#,
        "patch /v1/library/selections/{id}": #"{"add":["1"]}"#,
        "put /v1/library/albums/{id}": #"{"ids":[],"name":"Door"}"#,
        "post /v1/library/exports": #"{"asset":"1","to":"/srv/exports"}"#,
        "post /v1/tokens": #"{"role":"viewer","name":"a"}"#,
        "post /v1/session": #"{"token":"none"}"#,
    ]

    /// A camera, of which there is none, a photo, which is one's, a pause and a small picture, which
    /// are none of test patterns, a configuration that was just put on trial, something of a library, which there is not, and tokens, of which
    /// there are none of that name.
    private static let refused = [
        "delete /v1/library/exports/{id}", "delete /v1/library/selections/{id}",
        "delete /v1/tokens/{id}",
        "get /v1/cameras/{device}/controls", "get /v1/cameras/{device}/formats",
        "get /v1/library/albums/{id}",
        "get /v1/library/assets/{id}", "get /v1/library/assets/{id}/file",
        "get /v1/library/assets/{id}/thumbnail", "get /v1/library/exports/{id}",
        "get /v1/library/selections/{id}", "get /v1/library/selections/{id}/assets",
        "get /v1/playlists/{id}/items/{item}/thumbnail",
        "patch /v1/cameras/{device}/controls", "patch /v1/library/assets/{id}",
        "patch /v1/library/selections/{id}", "post /v1/configuration/confirm",
        "post /v1/library/assets/{id}/preview", "post /v1/library/exports",
        "post /v1/library/selections/{id}/play", "post /v1/library/selections/{id}/preview",
        "post /v1/playlists/{id}/pause",
        "post /v1/session", "post /v1/streams/{id}/photo",
    ]

    /// Each of them is asked, and what it answers is described; so is what is no request of its.
    @Test func everyAnswerIsAsTheDaemonDescribesIt() throws {
        let scratch = try Scratch()
        let feed = try scratch.write("feed.m3u", "#EXTM3U\nhttp://127.0.0.1:1/a.mp4\n")
        var bodies = Self.bodies
        bodies["put /v1/feeds/{id}"] = #"{"url":"\#(feed)"}"#
        let daemon = try Daemon.ready(
            ["--stream", "door=test:96x64@25", "--pip", "--main", "main=test:160x90@30"],
            in: scratch
        )
        let isShown = try daemon.eventually { try daemon.stream("door").presented > 0 }
        #expect(isShown)
        let playlist = #"{"items":["demo","demo"]}"#
        #expect(try daemon.request("PUT", "/v1/playlists/reel", json: playlist).status == 201)
        #expect(try daemon.hasMedia())
        let put = try daemon.request("PUT", "/v1/feeds/door", json: bodies["put /v1/feeds/{id}"])
        #expect(put.status == 201, "\(put.text)")
        let document = try Self.json(daemon.request("GET", "/v1/openapi.json"))
        var refused: [String] = []
        for (name, operation) in Self.operations(of: document)
        where !["get /v1/events", "get /v1/preview.mjpeg"].contains(name) {
            let words = name.split(separator: " ")
            let id = words[1].hasPrefix("/v1/playlists") ? "reel" : "door"
            let uri = words[1].replacing("{id}", with: id).replacing("{item}", with: "1")
                .replacing("{device}", with: "video99").replacing("{name}", with: "app.js")
                .replacing("/v1/search", with: "/v1/search?q=a")
            for body in [bodies[name], #"{"nothing":[]}"#] {
                let method = words[0].uppercased()
                let answer = try daemon.request(method, String(uri), json: body)
                Self.check(answer, operation, document, "\(name) \(body ?? "")")
                if answer.status >= 300, body == bodies[name] { refused.append(name) }
            }
        }
        #expect(refused.sorted() == Self.refused)
        daemon.expectCleanStop()
    }

    /// What removes comes last, the whole behind its parts.
    private static func operations(of document: JSONValue) -> [(String, JSONValue)] {
        let paths = document["paths"]?.members ?? [:]
        let all = paths.flatMap { path, item in
            item.members.map { method, operation in ("\(method) \(path)", operation) }
        }
        return all.sorted {
            let (first, second) = ($0.0.hasPrefix("delete"), $1.0.hasPrefix("delete"))
            return first == second ? ($0.0 < $1.0) != first : second
        }
    }

    private static func check(
        _ answer: Answer,
        _ operation: JSONValue,
        _ document: JSONValue,
        _ name: String
    ) {
        #expect(answer.status < 500, "\(name): \(answer.text)")
        guard let described = operation["responses"]?["\(answer.status)"] else {
            Issue.record("\(name): \(answer.status) is not described")
            return
        }
        let content = described["content"]?.members ?? [:]
        guard !content.isEmpty else {
            #expect(answer.body.isEmpty, "\(name)")
            return
        }
        let fields = answer.head.components(separatedBy: "\r\n").map { $0.lowercased() }
        let type = fields.first { $0.hasPrefix("content-type: ") }?.dropFirst(14)
        guard let schema = content[String(type?.prefix { $0 != ";" } ?? "")]?["schema"] else {
            Issue.record("\(name): \(type ?? "no type") is not described")
            return
        }
        guard type?.hasSuffix("json") == true else { return }
        let errors = (try? json(answer)).map {
            JSONSchema(document: document).errors(in: $0, against: schema)
        }
        #expect(errors == [], "\(name)")
    }

    private static func json(_ answer: Answer) throws -> JSONValue {
        try JSONText.decode(JSONValue.self, from: Data(answer.body))
    }
}
