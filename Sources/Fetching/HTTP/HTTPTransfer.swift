internal import CCurl
internal import Media

/// Fetches over HTTP, one thing after another.
///
/// Thread: bound to one thread at a time.
struct HTTPTransfer: ~Copyable {
    private let easy: EasyHandle
    private let multi: MultiHandle
    private let agent: String

    /// - Parameter agent: The name that servers see.
    init(agent: String) {
        precondition(Self.isReady, "libcurl does not start")
        easy = EasyHandle()
        multi = MultiHandle()
        self.agent = agent
    }

    /// Made once for the process, and never taken back.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    /// - Parameters:
    ///   - address: Of `http` or `https`.
    ///   - request: What else is wanted.
    ///   - isCancelled: Asked at least ten times a second.
    /// - Returns: How it ended.
    func fetch(
        _ address: String,
        _ request: FetchRequest,
        isCancelled: () -> Bool
    ) -> FetchOutcome {
        let answer = Answer(limitBytes: max(request.limits.bytes, 1))
        var headers = HeaderList()
        headers.append("Accept", request.accept)
        headers.append("If-None-Match", request.validators.etag)
        headers.append("If-Modified-Since", request.validators.lastModified)
        easy.reset()
        setRules(address)
        setLimits(request.limits)
        easy.set(CURLOPT_HTTPHEADER, headers)
        let code = withExtendedLifetime(answer) {
            setReceiver(answer)
            return multi.run(easy) {
                isCancelled() || !answer.take(sentBytes: easy.number(CURLINFO_SIZE_DOWNLOAD_T))
            }
        }
        let result = FetchResult(
            request: request,
            code: code,
            answer: answer,
            finalURL: easy.text(CURLINFO_EFFECTIVE_URL) ?? address,
            times: times,
            words: code.map { easy.failureWords($0) } ?? ""
        )
        // Nothing that it points to outlives this call.
        easy.reset()
        return result.outcome
    }

    private var times: FetchResult.Times {
        FetchResult.Times(
            connectedMicroseconds: easy.number(CURLINFO_PRETRANSFER_TIME_T),
            totalMicroseconds: easy.number(CURLINFO_TOTAL_TIME_T)
        )
    }

    /// What holds for every request. libcurl's defaults are the rest: no cookies, no `.netrc`,
    /// certificates are checked, passwords stay with the host and port that they are meant for.
    private func setRules(_ address: String) {
        easy.set(CURLOPT_URL, address)
        easy.set(CURLOPT_USERAGENT, agent)
        easy.set(CURLOPT_PROTOCOLS_STR, "http,https")
        easy.set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
        easy.set(CURLOPT_FOLLOWLOCATION, 1)
        // Every packing that libcurl can undo.
        easy.set(CURLOPT_ACCEPT_ENCODING, "")
        easy.set(CURLOPT_NOSIGNAL, 1)
        // Without it, who cancels waits for the resolver's thread, which ends by itself.
        easy.set(CURLOPT_QUICK_EXIT, 1)
    }

    private func setLimits(_ limits: FetchLimits) {
        easy.set(CURLOPT_MAXREDIRS, max(limits.redirects, 0))
        easy.set(CURLOPT_MAXFILESIZE_LARGE, bytes: max(limits.bytes, 1))
        easy.set(CURLOPT_CONNECTTIMEOUT_MS, limits.connecting.wholeMilliseconds)
        easy.set(CURLOPT_TIMEOUT_MS, limits.whole.wholeMilliseconds)
        let slowest = min(max(limits.slowestBytesPerSecond, 1), Int(Int32.max))
        easy.set(CURLOPT_LOW_SPEED_LIMIT, slowest)
        easy.set(CURLOPT_LOW_SPEED_TIME, (limits.patience.wholeMilliseconds + 999) / 1000)
    }

    /// The answer has to live until the transfer has ended.
    private func setReceiver(_ answer: Answer) {
        let context = Unmanaged.passUnretained(answer).toOpaque()
        easy.set(CURLOPT_HEADERDATA, context)
        easy.set(CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            receive(bytes, size * count, context) { $0.take(headerLine: $1) }
        }
        easy.set(CURLOPT_WRITEDATA, context)
        easy.set(CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            receive(bytes, size * count, context) { $0.take(body: $1) }
        }
    }
}

/// Hands bytes of libcurl's to the answer that its context is.
///
/// - Returns: Their count; another number ends the transfer.
private func receive(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?,
    _ take: (Answer, UnsafeRawBufferPointer) -> Bool
) -> Int {
    guard let context else { preconditionFailure("A transfer without an answer") }
    let answer = Unmanaged<Answer>.fromOpaque(context).takeUnretainedValue()
    return take(answer, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : -1
}

extension Duration {
    /// From a millisecond to 24 days, as libcurl counts them; rounded up.
    fileprivate var wholeMilliseconds: Int {
        guard self < .milliseconds(Int32.max) else { return Int(Int32.max) }
        let (seconds, attoseconds) = components
        let milliseconds = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        return max(Int(max(seconds, 0) * 1000 + milliseconds), 1)
    }
}
