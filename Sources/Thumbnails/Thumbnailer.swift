internal import Addressing
internal import Decoding
public import Imaging
internal import Media
internal import Platform
public import Stills

/// Draws small pictures of files.
///
/// Files are images and videos of every kind that streams may be of. What is shown is upright,
/// with square pixels and without transparency, as on the screen.
///
/// Takes as long as decoding does: some 60 ms for a photograph of 12 megapixels, 6 ms for a video
/// of 1080p with a key picture near the moment, 400 ms for one of which 120 pictures have to be
/// decoded up to it. Memory: two or three decoded pictures of at most
/// `PixelSize.largest`, and up to 64 MiB of packets.
///
/// Movies that are to be seen in a mirror are turned alone. Of a file whose name is no UTF-8 there
/// is none.
///
/// Thread: reentrant.
public enum Thumbnailer {
    /// Draws a picture of a file: of a video the one at about 10 % of its duration, where that
    /// is dark the one at 25 %, then 50 %; if all are, the brightest of them.
    ///
    /// Blocking: up to the limit, and as long as the decoder takes for the picture that it
    /// has begun. A decoder that never comes back is for whoever watches the process.
    ///
    /// - Parameters:
    ///   - path: Absolute.
    ///   - root: As `root` of `StreamConfiguration`.
    ///   - size: What the picture is to fit into; it is never made larger than it is.
    ///   - limit: When to give up.
    /// - Returns: The picture.
    /// - Throws: `isNoPath`, `hasNoPicture`, `hasNoImage`, `hasNoMemory`.
    public static func draw(
        _ path: String,
        beneath root: String? = nil,
        _ size: ThumbnailSize,
        within limit: SearchLimit
    ) throws(ThumbnailError) -> Bitmap {
        guard MemoryHeadroom.has(memoryBytes) else { throw .hasNoMemory(path: path) }
        let search = try search(path, beneath: root)
        var best: Drawn?
        for share in shares {
            let found: FoundPicture
            do throws(StillError) {
                found = try find(search, nearShare: share, size, within: limit)
            } catch {
                // A dark picture is better than none.
                guard let best, error != .cancelled else {
                    throw .hasNoPicture(path: path, error)
                }
                return best.bitmap
            }
            let drawn = try draw(found, of: path, size)
            if best.map({ $0.luma < drawn.luma }) ?? true { best = drawn }
            if drawn.luma >= darkest || found.duration ?? .zero < shortest { break }
        }
        guard let best else { throw .hasNoImage(path, .noPixels) }
        return best.bitmap
    }

    /// A picture near a share of the duration; where none is to be had there, the first one.
    private static func find(
        _ search: PictureSearch,
        nearShare share: Double,
        _ size: ThumbnailSize,
        within limit: SearchLimit
    ) throws(StillError) -> FoundPicture {
        // What is made half as large from there is as smooth as from all pixels.
        let least = 2 * size.pixels
        do throws(StillError) {
            return try search.find(nearShare: share, atLeast: least, within: limit)
        } catch .source(let error) where error.kind == .notMedia {
            return try search.find(nearShare: 0, atLeast: least, within: limit)
        }
    }

    /// Makes the file of a thumbnail.
    ///
    /// - Parameters:
    ///   - bitmap: Its picture.
    ///   - source: What it is of; the file says so.
    ///   - version: Of pipd; the file says that, too.
    /// - Returns: A PNG file.
    /// - Throws: `hasNoImage`.
    public static func png(
        of bitmap: Bitmap,
        _ source: ThumbnailSource,
        version: String
    ) throws(ThumbnailError) -> [UInt8] {
        let texts = ThumbnailTags(source: source, version: version).texts
        return try ThumbnailError.imaging(source.uri) { () throws(ImagingError) in
            let encoded = try ImageEncoder.encode(bitmap, ImageOptions(format: .png))
            return try PNGText.insert(texts, into: encoded.bytes)
        }
    }

    /// Of a video's duration.
    private static let shares = [0.1, 0.25, 0.5]
    /// The mean luma, of 255, from which on a picture shows something.
    private static let darkest = 32.0
    /// The pictures of what is shorter are all the same one, or might as well be.
    private static let shortest = Nanoseconds.milliseconds(200)
    /// What the largest thumbnail takes while it is scaled, turned and encoded, and some more.
    private static let memoryBytes = 64 << 20

    /// A picture, and how bright it is.
    private struct Drawn {
        let bitmap: Bitmap
        let luma: Double
    }

    private static func search(
        _ path: String,
        beneath root: String?
    ) throws(ThumbnailError) -> PictureSearch {
        guard let uri = FileURI.text(of: path), let address = try? SourceAddress.parse(uri) else {
            throw .isNoPath(path)
        }
        var configuration = StreamConfiguration(
            id: StreamID(sanitizing: "thumbnail"),
            address: address
        )
        configuration.root = root
        // More would take memory for time that nobody waits for.
        configuration.threads = 1
        // The limit ends it, and tells why.
        configuration.timeout = .milliseconds(600_000)
        return PictureSearch(configuration)
    }

    private static func draw(
        _ found: FoundPicture,
        of path: String,
        _ size: ThumbnailSize
    ) throws(ThumbnailError) -> Drawn {
        let picture = found.picture
        let bitmap = try ThumbnailError.imaging(path) { () throws(ImagingError) in
            try picture.withComponents { (components) throws(ImagingError) in
                try Bitmap(
                    components,
                    format: picture.format,
                    fitting: PixelSize(width: size.pixels, height: size.pixels)
                )
            }
        }
        return Drawn(bitmap: bitmap, luma: luma(of: bitmap))
    }

    /// The mean luma of some of its pixels, 0 to 255 (BT.709).
    private static func luma(of bitmap: Bitmap) -> Double {
        let count = bitmap.pixels.count / 4
        // Odd, so that not only some columns are looked at.
        let step = count / 4_096 | 1
        var sum = 0
        for pixel in stride(from: 0, to: count, by: step) {
            let (blue, green) = (bitmap.pixels[4 * pixel], bitmap.pixels[4 * pixel + 1])
            let red = bitmap.pixels[4 * pixel + 2]
            sum += 722 * Int(blue) + 7_152 * Int(green) + 2_126 * Int(red)
        }
        return Double(sum) / 10_000 / Double((count + step - 1) / step)
    }
}
