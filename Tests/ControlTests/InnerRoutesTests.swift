internal import ControlAPI
internal import Logging
internal import Media
internal import Synchronization
internal import Testing

@testable internal import Control

/// The routes for what comes by another way than HTTP.
@Suite struct InnerRoutesTests {
    private static func routes(_ backend: FakeBackend) -> InnerRoutes {
        let log = KeptLog()
        let logger = Logger(label: "test") { _ in log }
        return ControlServer(
            configuration: .init(socketPath: "/nowhere"),
            backends: ControlBackends(backend),
            events: EventHub(),
            gate: AccessGate(keptIn: nil, logger: logger),
            logger: logger
        ).innerRoutes
    }

    @Test func aRequestDoesWhatItDoesOverHTTP() async throws {
        let backend = FakeBackend()
        let answer = await Self.routes(backend).answer(
            .init("PATCH", "/v1/view", ["main": "door"])
        )
        #expect(answer.isDone && answer.detail == nil)
        #expect(try JSONValue(parsing: answer.bytes)["main"] == "door")
        #expect(backend.state.withLock { $0.view.main } == "door")
    }

    @Test(
        arguments: [
            (.init("PATCH", "/v1/view", ["main": "none"]), 422, "There is no stream 'none'"),
            (.init("PATCH", "/v1/view", ["nothing": 1]), 422, "nothing"),
            (.init("POST", "/v1/playlists/none/next"), 404, "none"),
            (.init("GET", "/v1/nothing"), 404, "nothing"),
            (.init("DELETE", "/v1/streams/door"), 403, "role `admin`"),
            (.init("POST", "/v1/tokens", ["role": "admin"]), 403, "control socket"),
        ] as [(InnerRoutes.Request, Int, String)]
    )
    func aRefusalSaysWhy(request: InnerRoutes.Request, status: Int, says: String) async {
        let answer = await Self.routes(FakeBackend()).answer(request)
        #expect(answer.status == status)
        #expect(answer.detail?.description.contains(says) == true)
    }
}
