/// How much of a file is read to open it, at most: more than any needs that has pictures.
///
/// libavformat looks at 5 MB of packets (`probesize`). What lies between these does not count for it,
/// such as what pads MPEG-TS, or what FLV has of no kind that is known, and that may be all of a file.
enum OpeningBounds {
    /// - Parameter format: libavformat's name of the container; nil while it finds that out.
    /// - Returns: In bytes; nil for what time alone bounds: an image, which is read as a whole, MP4,
    ///   of which something is read of each fragment to the end, and raw pictures of any size.
    static func mostBytes(of format: String?) -> Int64? {
        guard let format else { return 16 << 20 }
        if format.hasSuffix("_pipe") || unbounded.contains(where: format.hasPrefix) { return nil }
        if indexed.contains(where: format.hasPrefix) { return 256 << 20 }
        return sought.contains(format) ? 64 << 20 : 16 << 20
    }

    private static let unbounded = ["image2", "gif", "apng", "webp", "mov", "yuv4mpegpipe"]
    /// Their index has an entry for each packet: some ten megabytes an hour.
    private static let indexed = ["matroska", "avi", "asf", "mxf", "ogg", "nut"]
    /// When they end is looked for at their end, six times in more and more.
    private static let sought = ["mpegts", "mpeg"]
}
