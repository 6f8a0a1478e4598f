internal import CFFmpeg

/// The CRC that ends each chunk of a PNG file (ISO 3309).
public enum CRC32Checksum {
    /// The corresponding C function is `av_crc`.
    ///
    /// - Throws: `ImagingError.library` where its library is missing.
    public static func of(_ bytes: some Sequence<UInt8>) throws(ImagingError) -> UInt32 {
        try ImagingError.require(CFFMPEG_AVUTIL)
        guard let table = av_crc_get_table(AV_CRC_32_IEEE_LE) else {
            throw .library(call: "av_crc_get_table", reason: "out of memory")
        }
        let bytes = Array(bytes)
        return bytes.withUnsafeBufferPointer {
            ~av_crc(table, .max, $0.baseAddress, $0.count)
        }
    }
}
