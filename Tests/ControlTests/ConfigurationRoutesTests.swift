internal import ControlAPI
internal import HTTPTypes
internal import Synchronization
internal import Testing

@testable internal import Control

@Suite struct ConfigurationRoutesTests {
    @Test func aDraftIsAsItWasSent() async throws {
        let backend = FakeBackend()
        for body in [
            #"{"text":"main: a\n"}"#, #"{"text":"x","name":"new.yml","confirm_within":120}"#,
        ] {
            let exchange = Exchange(.post, "/v1/configuration", body, gives: 200)
            #expect(try await answer(exchange, of: backend).status == .ok)
        }
        var drafts = [
            ConfigurationDraft(text: "main: a\n", name: "configuration", confirmWithin: 60),
            ConfigurationDraft(text: "x", name: "new.yml", confirmWithin: 120),
        ]
        for index in drafts.indices { drafts[index].isFromSocket = true }
        #expect(backend.state.withLock { $0.drafts } == drafts)
    }

    @Test func anAdminsDraftIsToldFromOneOfTheSocket() async throws {
        let backend = FakeBackend()
        let exchange = Exchange(.post, "/v1/configuration", #"{"text":"a"}"#, gives: 200)
        _ = try await answer(exchange, of: backend, as: .admin)
        #expect(backend.state.withLock { $0.drafts }.map(\.isFromSocket) == [false])
    }

    @Test func whichOneIsMeantMayBeSaid() async throws {
        let backend = FakeBackend()
        for (path, body) in [
            ("confirm", nil), ("confirm", #"{"generation":7}"#), ("rollback", "{}"),
        ] {
            let exchange = Exchange(.post, "/v1/configuration/\(path)", body, gives: 200)
            #expect(try await answer(exchange, of: backend).status == .ok)
        }
        #expect(backend.state.withLock { $0.choices } == [nil, 7, nil])
    }

    /// As much as a request may have.
    @Test func aLongTextIsRefused() async throws {
        let text = String(repeating: "#", count: ControlLimits().bodyBytes)
        let body = #"{"text":"\#(text)"}"#
        let response = try await answer(Exchange(.post, "/v1/configuration", body, gives: 413))
        #expect(response.status == .contentTooLarge)
    }

    @Test func onlyAnAdminAppliesOne() async throws {
        for (role, status) in [(TokenRole.operator, 403), (.admin, 200)] {
            for exchange in [
                Exchange(.get, "/v1/configuration", gives: status),
                Exchange(.post, "/v1/configuration", #"{"text":"a"}"#, gives: status),
                Exchange(.post, "/v1/configuration/rollback", gives: status),
            ] {
                #expect(try await answer(exchange, as: role).status.code == status)
            }
        }
    }
}
