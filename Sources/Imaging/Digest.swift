internal import CFFmpeg

/// What tells bytes from others.
public enum Digest: String, Sendable {
    /// Names thumbnails, and proves nothing.
    case md5 = "MD5"
    /// Tells clients whether they got all of a file.
    case sha256 = "SHA256"

    /// The longest there is, in hexadecimal digits.
    private static let mostDigits = 128

    /// Lower-case hexadecimal digits: 32 of MD5, 64 of SHA-256.
    ///
    /// The corresponding C functions are those of `libavutil/hash.h`.
    ///
    /// - Throws: `ImagingError.library` where the library is missing or has no memory.
    public func hexadecimal(of bytes: [UInt8]) throws(ImagingError) -> String {
        try ImagingError.require(CFFMPEG_AVUTIL)
        var context: OpaquePointer?
        guard av_hash_alloc(&context, rawValue) >= 0 else {
            throw .library(call: "av_hash_alloc", reason: "out of memory")
        }
        defer { av_hash_freep(&context) }
        av_hash_init(context)
        bytes.withUnsafeBufferPointer { av_hash_update(context, $0.baseAddress, $0.count) }
        var text = [UInt8](repeating: 0, count: Self.mostDigits + 1)
        av_hash_final_hex(context, &text, CInt(text.count))
        return String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
    }
}
