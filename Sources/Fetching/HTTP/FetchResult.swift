internal import CCurl
internal import Media

/// How a transfer ended, and what that means for who asked.
struct FetchResult {
    /// As libcurl measured them; zero for what did not happen.
    struct Times {
        let connectedMicroseconds: Int64
        let totalMicroseconds: Int64
    }

    let request: FetchRequest
    /// Nil for one that was stopped: by who asked, or for its excess.
    let code: CURLcode?
    let answer: Answer
    let finalURL: String
    let times: Times
    /// libcurl's, about a failure.
    let words: String

    var outcome: FetchOutcome {
        guard let code else { return failed(answer.excess == .body ? tooLong : .cancelled) }
        let fields = answer.fields
        // A refusal counts however the rest of it ended.
        if code != CURLE_OK, fields.status < 400 || answer.excess == .header {
            return failed(reason(code))
        }
        switch fields.status {
        case 410: return .gone
        case 429, 503: return .busy(retryAfter: fields.retryDelay)
        case 304 where request.validators != Validators():
            return .unchanged(fields.validators.filled(from: request.validators))
        default: return fields.isDocument ? .fetched(document) : failed(.status(fields.status))
        }
    }

    private var document: FetchedDocument {
        FetchedDocument(
            body: answer.body,
            mediaType: answer.fields.mediaType,
            charset: answer.fields.charset,
            validators: answer.fields.validators,
            url: AddressText(finalURL),
            movedTo: isMovedForGood ? AddressText(finalURL) : nil
        )
    }

    private var isMovedForGood: Bool {
        let first = request.url.withSecrets
        let losesEncryption =
            SourceText.scheme(of: first) == "https" && SourceText.scheme(of: finalURL) != "https"
        let hasUser = SourceText.authority(of: first).contains("@")
        return answer.redirects > 0 && answer.isMovedForGood && !losesEncryption && !hasUser
    }

    private func failed(_ reason: FetchFailure.Reason) -> FetchOutcome {
        .failed(FetchFailure(url: request.url, reason: reason))
    }

    private func reason(_ code: CURLcode) -> FetchFailure.Reason {
        switch answer.excess {
        case .header: return .hasTooLongHeader
        case .body: return tooLong
        case nil: break
        }
        switch code {
        case CURLE_URL_MALFORMAT where answer.redirects == 0: return .isNoAddress
        case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL:
            return .redirectsElsewhere(AddressText(answer.fields.location ?? ""))
        case CURLE_TOO_MANY_REDIRECTS:
            return .redirectsTooOften(limit: max(request.limits.redirects, 0))
        case CURLE_FILESIZE_EXCEEDED: return tooLong
        // What libcurl says of a line longer than it keeps.
        case CURLE_OUT_OF_MEMORY where answer.body.isEmpty: return .hasTooLongHeader
        case CURLE_BAD_CONTENT_ENCODING: return .isDamaged(words: words)
        default: return connectionReason(code)
        }
    }

    private func connectionReason(_ code: CURLcode) -> FetchFailure.Reason {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .hasUnknownHost
        case CURLE_COULDNT_CONNECT: .isNotConnected(words: words)
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION: .isNotSecure(words: words)
        case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR: .isCutOff
        case CURLE_OPERATION_TIMEDOUT: timeoutReason
        default: .other(words: words)
        }
    }

    private var tooLong: FetchFailure.Reason {
        .isTooLong(limitBytes: max(request.limits.bytes, 1))
    }

    /// libcurl has one code for all that takes too long.
    private var timeoutReason: FetchFailure.Reason {
        let limits = request.limits
        let total = Duration.microseconds(times.totalMicroseconds)
        // Its clock is one of milliseconds, and may end one early by the other clock.
        if total + .milliseconds(5) >= limits.whole { return .takesTooLong(limits.whole) }
        guard times.connectedMicroseconds > 0 else { return .connectsTooSlowly(limits.connecting) }
        return .sendsTooSlowly(limits.patience)
    }
}
