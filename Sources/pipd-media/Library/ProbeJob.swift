internal import Addressing
internal import Glibc
internal import Imaging
internal import Media
internal import MediaFiles
internal import MediaStore
internal import Platform
internal import Stills
internal import Thumbnails

/// A file that is to be looked into: what it lasts, how large it is, when it was taken.
///
/// Of a JPEG file its beginning is read, of others what libavformat wants of them; no picture is
/// decoded for it.
struct ProbeJob: Hashable, Sendable {
    let asset: UnreadAsset

    /// How long reading one may take by the clock before its reader hangs.
    static let longest = Nanoseconds.milliseconds(90_000)
    private static let patience = Nanoseconds.milliseconds(60_000)
    /// How long reading may compute: what takes more is the file's fault.
    private static let mostWork = Nanoseconds.milliseconds(10_000)

    /// Reads it.
    ///
    /// - Parameter isCancelled: Whether to give up, which leaves it for the next time.
    /// - Returns: What it holds.
    func take(isCancelled: @escaping @Sendable () -> Bool) -> ProbeOutcome {
        let limit = SearchLimit(
            deadline: MonotonicClock.now() + Self.patience,
            work: Self.mostWork,
            isCancelled: isCancelled
        )
        if asset.kind == .photo, let facts = JPEGFile.facts(of: asset.path) { return .read(facts) }
        do throws(StillError) {
            return .read(try facts(within: limit))
        } catch {
            return error.isLasting ? .failed(error.message) : .later
        }
    }

    private func facts(within limit: SearchLimit) throws(StillError) -> AssetFacts {
        guard let uri = FileURI.text(of: asset.path), let address = try? SourceAddress.parse(uri)
        else { throw .notSupported("no file can have this path") }
        let stream = StreamConfiguration(id: StreamID(sanitizing: "probe"), address: address)
        let file = try FileFacts(of: stream, tags: MovieDate.tags, within: limit)
        var facts = AssetFacts(
            width: Int(file.size.width),
            height: Int(file.size.height),
            codec: file.codec
        )
        // An animation is a photo like others.
        if asset.kind == .video { facts.milliseconds = file.duration.map(Self.milliseconds) }
        facts.taken = MovieDate.taken(file.tags)
        return facts
    }

    /// To the nearest one.
    private static func milliseconds(_ duration: Nanoseconds) -> Int64 {
        let (whole, rest) = duration.count.quotientAndRemainder(dividingBy: 1_000_000)
        return whole + (rest >= 500_000 ? 1 : 0)
    }
}

/// What movies say of when they were taken.
enum MovieDate {
    private static let own = "com.apple.quicktime.creationdate"
    private static let header = "creation_time"
    static let tags = [own, header]

    /// With the time zone where it is told; nil where it is not told at all. What is not set is
    /// the beginning of time, which is 1904 in movies and 1970 elsewhere.
    static func taken(_ tags: [String: String]) -> TakenTime? {
        for (tag, source) in [(own, TakenTime.Source.quicktime), (header, .movie)] {
            guard let time = tags[tag].flatMap({ MediaDate($0) })?.microseconds,
                time > 86_400_000_000
            else { continue }
            return TakenTime(at: time, source: source)
        }
        return nil
    }
}

/// JPEG files, of which the beginning tells all that is asked for.
private enum JPEGFile {
    /// What cameras write before the picture fits in, with a preview of it.
    private static let mostBytes = 256 << 10

    /// Nil for what is none, and where it does not tell.
    static func facts(of path: String) -> AssetFacts? {
        guard let beginning = FileBeginning.read(path, atMost: mostBytes),
            let size = JPEGHeader.size(beginning)
        else { return nil }
        let exif = ExifFacts(inJPEG: beginning)
        let upright = exif?.exchangesAxes == true ? size.transposed : size
        var facts = AssetFacts(
            width: Int(upright.width),
            height: Int(upright.height),
            codec: "mjpeg"
        )
        facts.taken = exif?.taken?.microseconds.map { TakenTime(at: $0, source: .exif) }
        return facts
    }
}

/// The first bytes of files.
private enum FileBeginning {
    /// Nil for what is no file, or cannot be read.
    static func read(_ path: String, atMost most: Int) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        let file = OwnedDescriptor(taking: descriptor)
        var status = stat()
        guard fstat(file.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        let count = min(Int(status.st_size), most)
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let more = Glibc.read(
                    file.rawValue,
                    buffer.baseAddress.map { $0 + filled },
                    count - filled
                )
                guard more > 0 else { return }
                filled += more
            }
        }
    }
}
