/// A file that is sent to a client, in pieces.
public struct AssetFile: Sendable {
    /// In bytes, when it was opened.
    public let size: Int64
    /// When it was last written then, in nanoseconds since 1970-01-01 00:00 UTC.
    public let modified: Int64
    public let mediaType: String
    /// Gives so many bytes at most from an offset on; fewer where there are no more, or they
    /// cannot be had.
    public let read: @Sendable (_ offset: Int64, _ count: Int) async throws(ControlError) -> [UInt8]

    public init(
        size: Int64,
        modified: Int64,
        mediaType: String,
        read: @escaping @Sendable (Int64, Int) async throws(ControlError) -> [UInt8]
    ) {
        self.size = size
        self.modified = modified
        self.mediaType = mediaType
        self.read = read
    }

    /// Is another one once the file was written.
    var entityTag: String {
        let digits = [Int64(size), modified].map { String(UInt64(bitPattern: $0), radix: 16) }
        return "\"\(digits.joined(separator: "-"))\""
    }
}
