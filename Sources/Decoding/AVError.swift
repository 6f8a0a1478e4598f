internal import CFFmpeg

/// A failed libav call: which one, and the `AVERROR` code it returned.
package struct AVError: Error, Hashable, Sendable {
    /// The C function that failed, such as `avcodec_send_packet`.
    let call: String
    package let code: Code

    package init(call: StaticString, code: Code) {
        self.call = "\(call)"
        self.code = code
    }

    /// An `AVERROR` code. Always negative.
    package struct Code: RawRepresentable, Hashable, Sendable {
        package let rawValue: CInt

        package init(rawValue: CInt) {
            self.rawValue = rawValue
        }

        package static let endOfFile = Self(rawValue: cffmpeg_AVERROR_EOF)
        /// The interrupt callback said to give up.
        package static let exit = Self(rawValue: cffmpeg_AVERROR_EXIT)
        /// The codec wants more input, or its output must be read first.
        package static let tryAgain = Self(rawValue: cffmpeg_AVERROR_EAGAIN)
        package static let invalidData = Self(rawValue: cffmpeg_AVERROR_INVALIDDATA)
        package static let decoderNotFound = Self(rawValue: cffmpeg_AVERROR_DECODER_NOT_FOUND)
        package static let demuxerNotFound = Self(rawValue: cffmpeg_AVERROR_DEMUXER_NOT_FOUND)
        package static let protocolNotFound = Self(rawValue: cffmpeg_AVERROR_PROTOCOL_NOT_FOUND)
        package static let streamNotFound = Self(rawValue: cffmpeg_AVERROR_STREAM_NOT_FOUND)
        package static let unauthorized = Self(rawValue: cffmpeg_AVERROR_HTTP_UNAUTHORIZED)
        package static let forbidden = Self(rawValue: cffmpeg_AVERROR_HTTP_FORBIDDEN)
        package static let httpNotFound = Self(rawValue: cffmpeg_AVERROR_HTTP_NOT_FOUND)
        package static let httpBadRequest = Self(rawValue: cffmpeg_AVERROR_HTTP_BAD_REQUEST)
        package static let httpOther4xx = Self(rawValue: cffmpeg_AVERROR_HTTP_OTHER_4XX)
        package static let httpServerError = Self(rawValue: cffmpeg_AVERROR_HTTP_SERVER_ERROR)
        static let noSuchFile = Self(rawValue: cffmpeg_AVERROR_ENOENT)
        static let permissionDenied = Self(rawValue: cffmpeg_AVERROR_EACCES)
        package static let invalidArgument = Self(rawValue: cffmpeg_AVERROR_EINVAL)
        package static let inputOutput = Self(rawValue: cffmpeg_AVERROR_EIO)
        package static let outOfMemory = Self(rawValue: cffmpeg_AVERROR_ENOMEM)
        /// Encrypted, without a key. Said by pipd: libav decodes what it cannot decrypt.
        package static let noKey = Self(rawValue: cffmpeg_AVERROR_ENOKEY)
        /// A playlist without a segment. Said by pipd: libav opens it, and finds no stream.
        package static let noSegments = Self(rawValue: cffmpeg_AVERROR_ENODATA)
        package static let connectionRefused = Self(rawValue: cffmpeg_AVERROR_ECONNREFUSED)
        package static let connectionReset = Self(rawValue: cffmpeg_AVERROR_ECONNRESET)
        package static let brokenPipe = Self(rawValue: cffmpeg_AVERROR_EPIPE)
        package static let hostUnreachable = Self(rawValue: cffmpeg_AVERROR_EHOSTUNREACH)
        package static let networkUnreachable = Self(rawValue: cffmpeg_AVERROR_ENETUNREACH)
        package static let timedOut = Self(rawValue: cffmpeg_AVERROR_ETIMEDOUT)
    }
}

extension AVError.Code: CustomStringConvertible {
    /// libavutil's text. The corresponding C function is `av_strerror`.
    package var description: String {
        withUnsafeTemporaryAllocation(
            of: CChar.self,
            capacity: Int(AV_ERROR_MAX_STRING_SIZE)
        ) { buffer in
            guard let start = buffer.baseAddress else { return "error \(rawValue)" }
            buffer.initialize(repeating: 0)
            _ = av_strerror(rawValue, start, buffer.count)
            return String(cString: start)
        }
    }
}

extension AVError: CustomStringConvertible {
    package var description: String { "\(call): \(code)" }
}

/// Makes a libav call and checks its result.
///
/// - Returns: What `body` returned, zero or more.
/// - Throws: `AVError` for a negative result.
@discardableResult
package func avCall(_ call: StaticString, _ body: () -> CInt) throws(AVError) -> CInt {
    let result = body()
    if result < 0 { throw AVError(call: call, code: AVError.Code(rawValue: result)) }
    return result
}
