internal import Addressing
internal import Media
internal import Platform

/// A file that is opened for what is in it alone: whatever its name leads to later, and whatever
/// other files it refers to.
///
/// Thread: reentrant.
struct SelfContained {
    private let file: ReadableFile
    /// Where libavformat is not to guess: it takes a picture with another one behind it for a video.
    let format: StaticString?

    /// Opens it.
    ///
    /// - Parameters:
    ///   - path: Of the file.
    ///   - root: As `root` of `StreamConfiguration`.
    /// - Throws: `SourceError`.
    init(_ path: AddressText, beneath root: String) throws(SourceError) {
        file = try LocalFile.open(path, beneath: root)
        let name = path.withSecrets
        let start = file.bytes(at: 0, atMost: 4)
        if start == [0x89, 0x50, 0x4E, 0x47] { try Self.check(file.size, of: path) }
        let isJPEG = start.starts(with: [0xFF, 0xD8, 0xFF])
        let isMovie = [".mjpeg", ".mjpg"].contains { name.lowercased().hasSuffix($0) }
        format =
            if isJPEG, ImageFileFormat(ofFileNamed: name) == .jpeg {
                "jpeg_pipe"
            } else if isJPEG, isMovie {
                "mjpeg"
            } else {
                nil
            }
    }

    /// Makes sure that a PNG file can be held, which libavformat reads as a whole, once to find its
    /// end and once to give it: where it has no memory for that it says that there is no picture.
    private static func check(_ size: Int64, of path: AddressText) throws(SourceError) {
        let (bytes, overflows) = size.multipliedReportingOverflow(by: 2)
        // What is small is not worth the question.
        guard overflows || bytes > 64 << 20 && !MemoryHeadroom.has(Int(bytes)) else { return }
        throw SourceError(
            .resources,
            "\(path) has \(size >> 20) MiB, and to read a PNG file takes twice that of memory,"
                + " which the system refuses; a smaller file would do"
        )
    }

    /// By which libavformat can open it, for as long as this lives.
    var url: String { "file:/proc/self/fd/\(file.rawValue)" }

    /// libavformat's names of formats whose files refer to no other: no playlist, no script, no
    /// description of a session, and no numbered parts.
    static let formats = """
        mov,matroska,avi,mpeg,mpegvideo,mpegts,m4v,asf,flv,ogg,mxf,nut,yuv4mpegpipe,dv,mjpeg,\
        mpjpeg,h263,h264,hevc,vvc,obu,ivf,vc1,gif,apng,webp,bmp_pipe,gif_pipe,jpeg_pipe,png_pipe,\
        tiff_pipe,webp_pipe
        """
}
