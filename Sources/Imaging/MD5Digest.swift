internal import CFFmpeg

/// The MD5 of a text, which names thumbnails. It proves nothing: use `SHA256Digest` for that.
public enum MD5Digest {
    /// 32 lower-case hexadecimal digits.
    ///
    /// The corresponding C functions are `av_md5_init`, `av_md5_update`, `av_md5_final`.
    ///
    /// - Throws: `ImagingError.library` where their library is missing.
    public static func hexadecimal(of bytes: [UInt8]) throws(ImagingError) -> String {
        try ImagingError.require(CFFMPEG_AVUTIL)
        guard let context = av_md5_alloc() else {
            throw .library(call: "av_md5_alloc", reason: "out of memory")
        }
        defer { av_free(UnsafeMutableRawPointer(context)) }
        av_md5_init(context)
        bytes.withUnsafeBufferPointer { av_md5_update(context, $0.baseAddress, $0.count) }
        var digest = [UInt8](repeating: 0, count: 16)
        av_md5_final(context, &digest)
        return digest.reduce(into: "") { text, byte in
            text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
    }
}
