internal import Addressing
internal import Imaging
internal import Media
internal import MediaFiles
internal import MediaStore
internal import Platform
internal import Stills
internal import Thumbnails

/// A file that is to be looked into: what it lasts, how large it is, when it was taken, whether it
/// is of a live photo.
///
/// Of a JPEG file its beginning is read, and what `MotionPhoto` reads where more than a picture is
/// in it, of others what libavformat wants of them; no picture is decoded for it.
struct ProbeJob: Hashable, Sendable {
    let asset: UnreadAsset

    /// Reads it.
    ///
    /// - Parameter isCancelled: Whether to give up, which leaves it for the next time.
    /// - Returns: What it holds.
    func take(isCancelled: @escaping @Sendable () -> Bool) -> ProbeOutcome {
        let limit = ReadingLimits.begin(isCancelled)
        let file: OpenedFile
        do throws(SystemCallError) {
            guard let found = try open() else { return .later }
            file = found
        } catch {
            return Self.outcome(of: error.errno)
        }
        do throws(StillError) {
            var facts = try asset.kind == .photo ? photo(file, within: limit) : video(within: limit)
            // It may have been given up half-way.
            if isCancelled() { return .later }
            facts.content = ContentMark.of(file)
            return .read(facts)
        } catch {
            if error == .cancelled { return .later }
            // A disk that went meanwhile makes a file look damaged.
            guard let again = try? open() else { return .later }
            guard again.isReadable else { return .unreadable("its disk does not give it") }
            return Self.isFault(error) ? .failed(error.message) : .unreadable(error.message)
        }
    }

    /// Of a file that is there and cannot be opened; one that went is met by the next scan.
    private static func outcome(of error: Errno) -> ProbeOutcome {
        switch error {
        case .noSuchFile, .notADirectory: .later
        default: .unreadable(error.reasonOfUnreadable)
        }
    }

    private static func isFault(_ error: StillError) -> Bool {
        // To libavformat what was cut off is no different from a disk that fails, and a playlist
        // may name what is not there.
        if case .source(let cause) = error, [.connection, .notFound].contains(cause.kind) {
            return true
        }
        return error.isLasting
    }

    private func photo(
        _ file: borrowing OpenedFile,
        within limit: SearchLimit
    ) throws(StillError) -> AssetFacts {
        let beginning = file.beginning(atMost: JPEGHeader.usualBytes)
        let exif = ExifFacts(in: file, beginning: beginning)
        var facts: AssetFacts
        if let size = beginning.withUnsafeBytes({ JPEGHeader($0)?.size }), size.isShown {
            facts = AssetFacts(size, codec: "mjpeg")
        } else {
            let picture = try read([], within: limit)
            facts = AssetFacts(picture.size, codec: picture.codec)
        }
        if exif?.exchangesAxes == true {
            (facts.width, facts.height) = (facts.height, facts.width)
        }
        facts.taken = exif?.taken?.microseconds.map { TakenTime(at: $0, source: .exif) }
        facts.contentIdentifier = exif?.contentIdentifier
        facts.movieOffset = MotionPhoto.movie(in: file, beginning: beginning) { limit.isOver }
        return facts
    }

    private func video(within limit: SearchLimit) throws(StillError) -> AssetFacts {
        let file = try read(MovieDate.tags + [Self.identifier], within: limit)
        var facts = AssetFacts(file.size, codec: file.codec)
        facts.milliseconds = file.duration.map(Self.milliseconds)
        facts.taken = MovieDate.taken(
            file.tags,
            isHeaderLocal: DateReading.isHeaderLocal(asset.zone)
        )
        facts.contentIdentifier = file.tags[Self.identifier].flatMap { ContentIdentifier($0) }
        return facts
    }

    /// What the movie of a live photo has in common with its picture.
    private static let identifier = "com.apple.quicktime.content.identifier"

    private func read(_ tags: [String], within limit: SearchLimit) throws(StillError) -> FileFacts {
        guard let uri = FileURI.text(of: asset.path), let address = try? SourceAddress.parse(uri)
        else { throw .notSupported("no file can have this path") }
        var stream = StreamConfiguration(id: StreamID(sanitizing: "probe"), address: address)
        stream.timeout = ReadingLimits.patience
        stream.root = asset.root
        return try FileFacts(of: stream, tags: tags, within: limit)
    }

    /// To the nearest one.
    private static func milliseconds(_ duration: Nanoseconds) -> Int64 {
        let (whole, rest) = duration.count.quotientAndRemainder(dividingBy: 1_000_000)
        return whole + (rest >= 500_000 ? 1 : 0)
    }

    /// Nil where it is not the file that was met: another disk may be in its place.
    private func open() throws(SystemCallError) -> OpenedFile? {
        guard let file = try OpenedFile(asset.path, beneath: asset.root) else { return nil }
        guard file.size == asset.size, file.modified == asset.modified else { return nil }
        return file
    }
}

extension AssetFacts {
    fileprivate init(_ size: PixelSize, codec: String) {
        self.init(width: Int(size.width), height: Int(size.height), codec: codec)
    }
}

/// What movies say of when they were taken.
enum MovieDate {
    private static let own = "com.apple.quicktime.creationdate"
    private static let header = "creation_time"
    static let tags = [own, header]

    /// What is not set is the beginning of time, which is 1904 in movies and 1970 elsewhere.
    ///
    /// - Parameters:
    ///   - tags: What the movie says, by `tags`.
    ///   - isHeaderLocal: Whether the time in its header is local, where it should be UTC.
    /// - Returns: With the time zone where it is told; nil where it is not told at all.
    static func taken(_ tags: [String: String], isHeaderLocal: Bool = false) -> TakenTime? {
        func date(_ tag: String) -> MediaDate? { tags[tag].flatMap { MediaDate($0) } }
        let header = date(header)
        let times = [
            (date(own)?.microseconds, TakenTime.Source.quicktime),
            (isHeaderLocal ? header?.localMicroseconds : header?.microseconds, .movie),
        ]
        for case (let time?, let source) in times where time > 86_400_000_000 {
            return TakenTime(at: time, source: source)
        }
        return nil
    }
}

/// What is kept with a file of how its date was read, so that it is read again where that changes.
enum DateReading {
    private static let mark = ", local in movies"

    /// - Parameters:
    ///   - zone: The time zone of dates that say none.
    ///   - isHeaderLocal: Whether the time in the headers of movies is local.
    /// - Returns: The text, which begins with the zone.
    static func text(_ zone: String, isHeaderLocal: Bool) -> String {
        isHeaderLocal ? zone + mark : zone
    }

    /// What a text says of dates in files of a kind: there are no such headers in photos.
    static func text(_ text: String, of kind: MediaKind) -> String {
        kind == .photo && isHeaderLocal(text) ? String(text.dropLast(mark.count)) : text
    }

    /// What a text says of the headers of movies; without one they are as they should be.
    static func isHeaderLocal(_ text: String?) -> Bool { text?.hasSuffix(mark) ?? false }
}
