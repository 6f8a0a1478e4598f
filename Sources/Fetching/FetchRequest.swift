public import Media

/// What is to be fetched, and what it may take.
public struct FetchRequest: Hashable, Sendable {
    /// Of `http` or `https`, at most 8 KiB; or a file: its path from the root, or `file://`.
    public var url: AddressText
    /// Of what is there already; with none, all of it comes again.
    public var validators: Validators
    /// The media types that are wanted, as the header `Accept` has them; nil: any.
    public var accept: String?
    public var limits: FetchLimits

    public init(
        _ url: AddressText,
        validators: Validators = Validators(),
        accept: String? = nil,
        limits: FetchLimits = FetchLimits()
    ) {
        self.url = url
        self.validators = validators
        self.accept = accept
        self.limits = limits
    }
}

/// By what a server, or this machine for a file, tells whether a document has changed.
///
/// They are texts of whoever gave them, and mean something to that one alone.
public struct Validators: Hashable, Sendable {
    /// With its quotation marks, as it came.
    public var etag: String?
    /// As it came, in whatever form.
    public var lastModified: String?

    public init(etag: String? = nil, lastModified: String? = nil) {
        self.etag = etag
        self.lastModified = lastModified
    }

    /// These, with the others where there are none.
    func filled(from other: Self) -> Self {
        Self(etag: etag ?? other.etag, lastModified: lastModified ?? other.lastModified)
    }
}

/// What one fetch may take.
///
/// What is below the least that has a meaning becomes that: a byte, a millisecond, no redirect.
public struct FetchLimits: Hashable, Sendable {
    /// Of the document, unpacked. A longer one is none.
    public var bytes = 8 << 20
    /// That are followed.
    public var redirects = 5
    /// For the name, the connection and its encryption.
    public var connecting: Duration = .seconds(10)
    /// For all of it, with redirects.
    public var whole: Duration = .seconds(60)
    /// A server that sends less for `patience` is given up.
    public var slowestBytesPerSecond = 1_000
    /// In whole seconds, rounded up.
    public var patience: Duration = .seconds(20)

    public init() {}
}
