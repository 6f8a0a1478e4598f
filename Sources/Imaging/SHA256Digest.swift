internal import CFFmpeg

/// The SHA-256 of a file's bytes, which tells clients whether they got all of it.
public enum SHA256Digest {
    /// 64 lower-case hexadecimal digits.
    ///
    /// The corresponding C functions are `av_sha_init`, `av_sha_update`, `av_sha_final`.
    ///
    /// - Throws: `ImagingError.library` where their library is missing.
    public static func hexadecimal(of bytes: [UInt8]) throws(ImagingError) -> String {
        try ImagingError.require(CFFMPEG_AVUTIL)
        guard let context = av_sha_alloc() else {
            throw .library(call: "av_sha_alloc", reason: "out of memory")
        }
        defer { av_free(UnsafeMutableRawPointer(context)) }
        // Refuses other sizes of digest than the ones that there are.
        _ = av_sha_init(context, 256)
        bytes.withUnsafeBufferPointer { av_sha_update(context, $0.baseAddress, $0.count) }
        var digest = [UInt8](repeating: 0, count: 32)
        av_sha_final(context, &digest)
        return digest.reduce(into: "") { text, byte in
            text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
    }
}
