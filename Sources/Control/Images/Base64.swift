internal import FoundationEssentials

/// Bytes as text (RFC 4648, § 4).
enum Base64 {
    /// The length of the text of so many bytes.
    static func length(of bytes: Int) -> Int { (bytes + 2) / 3 * 4 }

    static func text(_ bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString()
    }
}
