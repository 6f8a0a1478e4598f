internal import Control
internal import ControlAPI
internal import FrameTransport
internal import Imaging
internal import Ingest
internal import Media
internal import Platform

/// What one request asks to be made of a picture, once there is one.
///
/// Thread: reentrant; `answer` takes as long as encoding does.
struct ImageJob: Sendable {
    /// The stream's ID; nil for the composed view.
    let stream: String?
    let request: ImageRequest
    let options: ImageOptions
    let store: ImageStore
    let started: MonotonicTime
    /// Until when a picture that is not there yet is waited for.
    let deadline: MonotonicTime

    /// Begins now.
    ///
    /// - Parameters:
    ///   - stream: Whose picture; nil for the composed view.
    ///   - request: What it is to become.
    ///   - orientation: Which way up.
    ///   - waitMilliseconds: How long to wait for a picture.
    ///   - store: Where it may be written.
    init(
        stream: String?,
        _ request: ImageRequest,
        orientation: ImageRequest.Orientation = .displayed,
        waitMilliseconds: Int,
        store: ImageStore
    ) {
        self.stream = stream
        self.request = request
        self.store = store
        started = MonotonicClock.now()
        deadline = started + .milliseconds(Int64(waitMilliseconds))
        var options = ImageOptions()
        options.format = request.format == .jpeg ? .jpeg : .png
        options.quality = request.quality
        options.maximumWidth = request.maximumWidth.map { Int32($0) }
        options.maximumHeight = request.maximumHeight.map { Int32($0) }
        options.maximumBytes = request.maximumBytes
        options.fit = ImageFit(request.fit)
        options.orientation = orientation == .displayed ? .displayed : .stored
        self.options = options
    }

    /// What is known of a picture besides its pixels.
    struct Facts: Sendable {
        /// The time asked for and the picture's own, in the stream's time.
        var requested: MediaTime?
        var actual: MediaTime?
        var tier = PictureTier.exact
        var age: Nanoseconds?
        var photo: ImageReport.Photo?
    }

    /// A picture in memory, at the size that it will have, and what is known of it.
    struct Drawn: Sendable {
        let bitmap: Bitmap
        /// The picture's own size, as it would be without limits.
        let source: PixelSize
        var facts: Facts
    }

    /// Draws a picture of a stream.
    ///
    /// - Parameters:
    ///   - components: Its pixels; read before this returns.
    ///   - format: What they are.
    ///   - facts: What is known of it.
    /// - Returns: The picture as the image will show it.
    /// - Throws: `.unavailable` for a picture without pixels, and without memory.
    func draw(
        _ components: PictureComponents,
        format: FormatDescription,
        _ facts: Facts
    ) throws(ControlError) -> Drawn {
        try checkMemory(for: Bitmap.naturalSize(of: format, orientation: options.orientation))
        do throws(ImagingError) {
            let bitmap = try Bitmap(
                components,
                format: format,
                fitting: options.box,
                options.fit,
                orientation: options.orientation
            )
            let source = Bitmap.naturalSize(of: format, orientation: options.orientation)
            return Drawn(bitmap: bitmap, source: source, facts: facts)
        } catch {
            throw Self.refusal(error)
        }
    }

    /// Refuses an image that the system has not the memory for: its pixels, those that are
    /// scaled or turned, and the encoder's.
    ///
    /// - Parameter size: The picture's.
    /// - Throws: `.unavailable`.
    func checkMemory(for size: PixelSize) throws(ControlError) {
        let pixels = Int(size.width) * Int(size.height)
        let drawn = min(pixels, Int(options.box.width) * Int(options.box.height))
        try Self.checkMemory(bytes: 4 * pixels + 8 * drawn)
    }

    /// Refuses work that would leave the program less memory than so many bytes, and some
    /// for all else that it does.
    ///
    /// - Throws: `.unavailable`.
    static func checkMemory(bytes: Int) throws(ControlError) {
        guard !MemoryHeadroom.has(bytes + (16 << 20)) else { return }
        throw .unavailable(
            "The system refuses the memory for an image; try again, ask for a smaller one, or"
                + " raise the limit."
        )
    }

    /// Draws a picture that was searched or taken for this.
    func draw(_ picture: StillPicture, _ facts: Facts) throws(ControlError) -> Drawn {
        try picture.withComponents { components throws(ControlError) in
            try draw(components, format: picture.format, facts)
        }
    }

    /// Draws the composed view.
    func draw(_ bitmap: Bitmap, _ facts: Facts) -> Drawn {
        let fitted = bitmap.scaled(toFit: options.box, options.fit)
        return Drawn(bitmap: fitted, source: bitmap.size, facts: facts)
    }

    /// Encodes, and saves where that was asked for.
    ///
    /// - Parameters:
    ///   - drawn: The picture.
    ///   - destination: Where it goes; nil to the client.
    ///   - cancellation: Looked at between two encodes.
    /// - Returns: The report, with the bytes unless they were saved.
    /// - Throws: `.unprocessable` for a budget of bytes that is too small; what saving throws.
    func answer(
        _ drawn: Drawn,
        savedTo destination: consuming ImageDestination?,
        _ cancellation: WorkLane.Cancellation
    ) throws(ControlError) -> ImageAnswer {
        let encoded: EncodedPicture
        var report: ImageReport
        do throws(ImagingError) {
            encoded = try ImageEncoder.encode(drawn.bitmap, options) { cancellation.isCancelled }
            report = try self.report(encoded, drawn)
        } catch {
            throw Self.refusal(error)
        }
        if let destination {
            let path = try destination.save(encoded.bytes)
            report.path = path
            store.saved(path)
        }
        report.elapsedMilliseconds = (MonotonicClock.now() - started).seconds * 1000
        return ImageAnswer(report: report, bytes: report.path == nil ? encoded.bytes : [])
    }

    private func report(
        _ encoded: EncodedPicture,
        _ drawn: Drawn
    ) throws(ImagingError) -> ImageReport {
        let facts = drawn.facts
        var report = ImageReport(
            format: request.format,
            width: Int(encoded.size.width),
            height: Int(encoded.size.height),
            bytes: encoded.bytes.count,
            sha256: try Digest.sha256.hexadecimal(of: encoded.bytes)
        )
        report.stream = stream
        report.requested = facts.requested?.seconds
        report.actual = facts.actual?.seconds
        report.tier = ImageReport.Tier(rawValue: facts.tier.rawValue) ?? .nearest
        report.scaledDown = encoded.isScaledDown
        report.sourceWidth = Int(drawn.source.width)
        report.sourceHeight = Int(drawn.source.height)
        report.ageMilliseconds = facts.age.map { max(0, $0.seconds * 1000) }
        report.quality = request.format == .jpeg ? encoded.quality : nil
        report.encodes = encoded.encodes
        report.photo = facts.photo
        return report
    }

    /// Addresses of FFmpeg's libraries with all that those need, in bytes.
    private static let memoryOfLibraries = 192 << 20

    private static func refusal(_ error: ImagingError) -> ControlError {
        switch error {
        case .tooFewBytes(_, let needed):
            .unprocessable("`max_bytes` is too small: \(error). Accepted are \(needed) and more.")
        case .noPixels: .unavailable("There is no image: \(error).")
        case .cancelled: .unavailable("\(error)")
        case .library where !MemoryHeadroom.has(memoryOfLibraries):
            .unavailable("The system refuses the memory for an image: \(error).")
        case .library: .internalError("The picture could not be encoded: \(error).")
        }
    }
}

extension ImageFit {
    fileprivate init(_ fit: ImageRequest.Fit) {
        switch fit {
        case .contain: self = .contain
        case .pad: self = .pad
        case .cover: self = .cover
        }
    }
}
