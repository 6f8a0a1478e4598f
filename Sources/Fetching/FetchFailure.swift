public import Media
public import Platform

/// Why something was not fetched.
public struct FetchFailure: Error, Hashable, Sendable {
    /// What went wrong. Words are libcurl's.
    public enum Reason: Hashable, Sendable {
        /// The address is none of `http`, `https` or a file, or longer than 8 KiB.
        case isNoAddress
        case hasUnknownHost
        case isNotConnected(words: String)
        /// The certificate is not valid, or the encryption failed.
        case isNotSecure(words: String)
        /// Another answer than those that have an outcome of their own.
        case status(Int)
        /// To something else than `http` or `https`.
        case redirectsElsewhere(AddressText)
        case redirectsTooOften(limit: Int)
        case isTooLong(limitBytes: Int)
        /// More header lines than 256 KiB, or one of more than 100 KiB.
        case hasTooLongHeader
        /// The connection ended before the document did, or without an answer.
        case isCutOff
        /// What is packed cannot be unpacked.
        case isDamaged(words: String)
        case connectsTooSlowly(Duration)
        case sendsTooSlowly(Duration)
        case takesTooLong(Duration)
        case cancelled
        /// A system call on a file.
        case file(Errno)
        /// A directory, a named pipe, a device or a socket.
        case isNoRegularFile
        case other(words: String)
    }

    /// As it was asked for.
    public let url: AddressText
    public let reason: Reason

    public init(url: AddressText, reason: Reason) {
        self.url = url
        self.reason = reason
    }

    /// Whether it may go better later, with nobody changing the address.
    public var isWorthRetrying: Bool {
        switch reason {
        case .status(let status): status >= 500 || [408, 425].contains(status)
        case .isNoAddress, .redirectsElsewhere, .redirectsTooOften, .isTooLong, .hasTooLongHeader,
            .isNoRegularFile:
            false
        default: true
        }
    }
}

extension FetchFailure: CustomStringConvertible {
    public var description: String { message.description }

    /// What failed, on what, and why.
    public var message: MessageText { "'\(url)' was not fetched: " + cause }

    private var cause: MessageText {
        switch reason {
        case .isNoAddress: "it is no address of http or https, and no file's path from the root."
        case .status(let status): "the server answers with \(status)."
        case .redirectsElsewhere(let url):
            "it leads to '\(url)', and only http and https are followed."
        case .redirectsTooOften(let limit): "it redirects more than \(limit) times."
        case .isTooLong(let limit): "it is longer than \(limit) bytes."
        case .hasTooLongHeader: "the header of the answer is too long."
        case .cancelled: "it was cancelled."
        case .file(let errno): "\(errno)."
        case .isNoRegularFile: "it is no regular file."
        default: connectionCause
        }
    }

    private var connectionCause: MessageText {
        switch reason {
        case .hasUnknownHost: "the name of its host is not known."
        case .isNotConnected(let words): "no connection (\(message: words))."
        case .isNotSecure(let words): "no safe connection (\(message: words))."
        case .isCutOff: "the connection ended before all of it was there."
        case .isDamaged(let words): "what came is damaged (\(message: words))."
        case .connectsTooSlowly(let limit): "no connection within \(limit)."
        case .sendsTooSlowly(let limit): "next to nothing came for \(limit)."
        case .takesTooLong(let limit): "it was not there within \(limit)."
        case .other(let words): "\(message: words)."
        default: "unknown."
        }
    }
}
