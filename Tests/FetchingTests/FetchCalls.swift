import Fetching
import Media

/// Fetches from the server of the tests.
struct FetchCalls {
    let fetcher = Fetcher(version: "1.2")
    let server: FetchServer

    /// - Throws: When the server does not start.
    init() throws {
        server = try FetchServer.shared.get()
    }

    func fetch(
        _ path: String,
        validators: Validators = Validators(),
        limits: FetchLimits = FetchLimits()
    ) -> FetchOutcome {
        fetcher.fetch(
            FetchRequest(
                AddressText(server.url(path)),
                validators: validators,
                limits: limits
            )
        )
    }
}

extension FetchOutcome {
    var document: FetchedDocument? {
        if case .fetched(let document) = self { document } else { nil }
    }

    var text: String? { document.map { String(decoding: $0.body, as: UTF8.self) } }

    var failure: FetchFailure? {
        if case .failed(let failure) = self { failure } else { nil }
    }
}

extension FetchLimits {
    /// Small ones, for a server that is on this machine.
    static func small(_ change: (inout Self) -> Void) -> Self {
        var limits = Self()
        change(&limits)
        return limits
    }
}
