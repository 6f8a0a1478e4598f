internal import Control
internal import ControlAPI
internal import Ingest
internal import Media
internal import Platform

/// The threads that make images.
///
/// Bounds, so that no stream's decoder feels it and no slow image holds others up:
/// at a time, two images of what is displayed and two more that are saved as
/// files; two of the view, and one preview; four searches in files and packets kept, and
/// four on servers; four photos, and four questions to cameras. What waits beyond that is
/// refused: 64 of each of the first, 32 searches of either kind, 16 photos, 16
/// questions. A picture is in memory from when its thread takes it up.
///
/// Thread: safe.
struct ImageLanes: Sendable {
    private let quick: WorkLane
    /// A disk, or a server, may take its time.
    private let files: WorkLane
    let views: WorkLane
    /// For who makes previews while clients come.
    let previews: WorkLane
    private let searches: WorkLane
    /// A server may not answer at all.
    private let fetches: WorkLane
    let photos: WorkLane
    /// For what cameras are asked: a driver that does not answer keeps nobody from a photo.
    let cameras: WorkLane

    /// - Throws: `eventfd`, when the process has too many descriptors.
    init() throws(SystemCallError) {
        // One picture is left to the preview.
        let borrowers = (IngestStream.borrowers - 1) / 2
        quick = try WorkLane(name: "pipd-image", threads: borrowers, waiting: 64)
        files = try WorkLane(name: "pipd-file", threads: borrowers, waiting: 64)
        views = try WorkLane(name: "pipd-view", threads: 2, waiting: 64)
        // A client may come a few times a second.
        previews = try WorkLane(
            name: "pipd-preview",
            threads: 1,
            waiting: 1,
            lingering: .milliseconds(500)
        )
        searches = try WorkLane(name: "pipd-search", threads: 4, waiting: 32)
        fetches = try WorkLane(name: "pipd-fetch", threads: 4, waiting: 32)
        photos = try WorkLane(name: "pipd-photo", threads: 4, waiting: 16)
        cameras = try WorkLane(name: "pipd-camera", threads: 4, waiting: 16)
    }

    /// The lane for an image of what is displayed.
    func lane(for request: ImageRequest) -> WorkLane {
        switch request.output {
        case .binary, .base64: quick
        case .path, .library: files
        }
    }

    /// The lane for a picture that has to be searched for.
    func lane(for choice: PictureChoice, of source: IngestStream) -> WorkLane {
        guard case .search = choice else { return searches }
        return source.configuration.address.isNetwork ? fetches : searches
    }

    private var all: [WorkLane] {
        [quick, files, views, previews, searches, fetches, photos, cameras]
    }

    /// Makes no more images; those under way are given up where they can be.
    func close() {
        for lane in all { lane.close() }
    }

    /// Waits, after `close`, for what is under way: files are not to stay half
    /// written. What is not done after 200 ms is left to the end of the process.
    func join() {
        let deadline = MonotonicClock.now() + .milliseconds(200)
        for lane in all { lane.join(until: deadline) }
    }

    /// Lets a moment pass before something is looked at again.
    ///
    /// The presentation thread tells nobody of its pictures: that would cost it a
    /// wake-up each. Who waits for the first of a stream looks now and then.
    ///
    /// - Throws: `refusal` when the deadline has passed; `.unavailable` when the
    ///   client has left, or the program ends.
    func pause(
        until deadline: MonotonicTime,
        otherwise refusal: ControlError
    ) async throws(ControlError) {
        let now = MonotonicClock.now()
        guard now < deadline else { throw refusal }
        guard !quick.isClosed else { throw .unavailable("pipd is stopping.") }
        let rest = min(deadline - now, .milliseconds(20))
        do {
            try await Task.sleep(nanoseconds: UInt64(max(0, rest.count)))
        } catch {
            throw .unavailable("The image is no longer wanted.")
        }
    }
}

extension WorkLane {
    /// Does work; a lane that refuses it is an answer to the client.
    func perform<Value: Sendable>(
        _ work: @escaping @Sendable (WorkLane.Cancellation) throws(ControlError) -> Value
    ) async throws(ControlError) -> Value {
        try ImageJob.checkMemory(bytes: Self.memoryOfWork)
        let result: Result<Value, ControlError>
        do throws(WorkLane.Refusal) {
            result = try await run { cancellation in
                Result { () throws(ControlError) in try work(cancellation) }
            }
        } catch {
            throw ControlError(error)
        }
        return try result.get()
    }

    /// Addresses of a thread, and of a decoder where one is needed, in bytes.
    static let memoryOfWork = 48 << 20
}

extension ControlError {
    /// What a client is told of work that a lane refused.
    init(_ refusal: WorkLane.Refusal) {
        self =
            switch refusal {
            case .full: .unavailable("Too many images are being made; try again.")
            case .cancelled: .unavailable("The image is no longer wanted.")
            case .noThread(let error): .unavailable("There is no thread to be had: \(error).")
            }
    }
}
