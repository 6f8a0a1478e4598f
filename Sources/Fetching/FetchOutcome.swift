public import Media

/// How a fetch ended.
public enum FetchOutcome: Hashable, Sendable {
    /// With the document, which may be empty.
    case fetched(FetchedDocument)
    /// It is as it was (304). The validators are the ones to keep: those of the request, and
    /// instead of them what the server gave anew.
    case unchanged(Validators)
    /// It is not there any more and will not be (410).
    case gone
    /// The server asks to come back later (429, 503): after how long, from zero on, where it says
    /// so. A date counts from the date of its answer, since this machine's clock may be wrong.
    case busy(retryAfter: Duration?)
    case failed(FetchFailure)
}

/// What was fetched.
public struct FetchedDocument: Hashable, Sendable {
    /// Unpacked; at most the bytes of the request's limits.
    public var body: [UInt8]
    /// Such as `text/xml`: in lower case, without parameters; nil where the server names none,
    /// and for a file.
    public var mediaType: String?
    /// As the server names it, in lower case; nil where it names none.
    public var charset: String?
    /// For the next request. What this answer did not give is nil, whatever was known before.
    public var validators: Validators
    /// Where it came from, after redirects: links in it are relative to this.
    public var url: AddressText
    /// Where to ask from now on; nil where it has not moved for good.
    ///
    /// It has where all redirects say so (301, 308). One that leads from `https` to `http` is
    /// followed, but never for good; nor is any of an address with a user and a password, which
    /// belong to the place that they were written for.
    public var movedTo: AddressText?

    public init(
        body: [UInt8],
        mediaType: String? = nil,
        charset: String? = nil,
        validators: Validators = Validators(),
        url: AddressText,
        movedTo: AddressText? = nil
    ) {
        self.body = body
        self.mediaType = mediaType
        self.charset = charset
        self.validators = validators
        self.url = url
        self.movedTo = movedTo
    }

    /// The media type with its charset, as the header `Content-Type` has them.
    public var contentType: String? {
        mediaType.map { type in type + (charset.map { "; charset=\($0)" } ?? "") }
    }
}
