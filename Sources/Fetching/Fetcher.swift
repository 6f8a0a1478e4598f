/// Fetches feeds and pictures from web servers and from this machine, one after another.
///
///     FetchRequest ─┬─ file    FileReader
///                   └─ server  HTTPTransfer ── Answer ── FetchResult
///                                 └─► FetchOutcome
///
/// What a server does stays within the limits of the request. Redirects lead to `http` and
/// `https` alone. From `https` to `http` they are followed, as browsers and players of podcasts
/// do, since many such lists lead through counters; the address of the document tells. A user
/// and a password of an address go to its host and port, to no other.
///
/// There are no cookies, and no `.netrc` is read. A proxy is used where the environment names one
/// (`http_proxy`, `HTTPS_PROXY`, `ALL_PROXY`, `NO_PROXY`, as curl(1) has them). Connections are
/// kept for the next request.
///
/// The program ignores SIGPIPE: libcurl is told to leave signals alone.
///
/// Thread: bound to one thread at a time, which `fetch` blocks.
public final class Fetcher {
    private let transfer: HTTPTransfer

    /// - Parameter version: Of the program; servers see `pipd/VERSION`.
    public init(version: String) {
        transfer = HTTPTransfer(agent: "pipd/\(version)")
    }

    /// Fetches one thing.
    ///
    /// - Parameters:
    ///   - request: What, and what it may take.
    ///   - isCancelled: Asked at least ten times a second, on this thread; once it says so, the
    ///     fetch ends as `cancelled`. A disk that does not answer holds that up.
    /// - Returns: How it ended.
    public func fetch(
        _ request: FetchRequest,
        isCancelled: () -> Bool = { false }
    ) -> FetchOutcome {
        switch FetchPlace(request.url) {
        case .server(let address):
            transfer.fetch(address, request, isCancelled: isCancelled)
        case .file(let path):
            FileReader.fetch(path, request, isCancelled: isCancelled)
        case nil:
            .failed(FetchFailure(url: request.url, reason: .isNoAddress))
        }
    }
}
