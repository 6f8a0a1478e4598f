/// How much of a file is read to open it, at most: more than any needs that has pictures.
///
/// libavformat looks at 5 MB of packets (`probesize`). What lies between these does not count for it,
/// such as what pads MPEG-TS, or what FLV has of no kind that is known, and that may be all of a file.
enum OpeningBounds {
    /// - Parameter format: libavformat's name of the container; nil while it finds that out.
    /// - Returns: In bytes; nil for an image, which is read as a whole.
    static func mostBytes(of format: String?) -> Int64? {
        guard let format else { return 16 << 20 }
        if format == "image2" || format.hasSuffix("_pipe") || images.contains(format) { return nil }
        if indexed.contains(where: format.hasPrefix) { return 256 << 20 }
        return sought.contains(format) ? 64 << 20 : 16 << 20
    }

    private static let images = ["gif", "apng", "webp"]
    /// Their index has an entry for each packet: some ten megabytes an hour.
    private static let indexed = ["mov", "matroska", "avi", "asf", "mxf", "ogg", "nut"]
    /// When they end is looked for at their end, six times in more and more.
    private static let sought = ["mpegts", "mpeg"]
}
