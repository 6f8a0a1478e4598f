internal import CFFmpeg
internal import Synchronization

/// How much libavformat has read of playlists in its current call, and whether that
/// is too much.
///
/// Its HLS demuxer reads a playlist for as long as the server sends one, and holds every
/// segment of every variant: an endless playlist takes some 90 MB a second until the
/// system ends the program.
///
/// libavformat opens everything that a source leads to through a callback of its context.
/// What is opened there is read through here until its first bytes have come; where
/// they are a playlist's, to the end. Nothing of libavformat's is looked at
/// from elsewhere: what a format context was opened with is closed unseen.
///
/// Thread: bound to the thread that uses the input.
final class PlaylistMeter {
    /// Playlists that one call may read, in bytes of all together: a day of segments
    /// of 4 s in eight variants is half of it. As segments in memory they take
    /// eight times as much at most.
    static let limit = 32 << 20

    private struct Input {
        let owner: UnsafeMutablePointer<AVFormatContext>
        let context: UnsafeMutablePointer<AVIOContext>
        /// How libavformat reads it by itself.
        let read: Read
        /// False until something of it was read; others than playlists are forgotten then.
        var isPlaylist = false
    }

    /// By what their `read` is called with.
    private var inputs: [UInt: Input] = [:]
    private var bytes = 0
    /// Whether an input that the current call opened, or a playlist, has brought anything.
    private(set) var hasInput = false
    /// What libavformat opens and closes inputs with by itself.
    private var open: Open?
    private var close: Close?

    /// By what libavformat's callbacks are given: a context's `opaque`, which is the meter
    /// itself, or that of an input which is read through here.
    /// Entered when an input is opened, and not locked while one is read.
    private static let meters = Mutex<[UInt: UInt]>([:])

    /// Whether the current call has read more than `limit`.
    var isOverLimit: Bool { bytes > Self.limit }

    /// Another call begins.
    func begin() { (bytes, hasInput) = (0, false) }

    /// What callbacks find it by that have nothing else.
    private var own: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }

    init() { register(own) }

    deinit {
        for input in inputs.keys { remove(input) }
        unregister(own)
    }

    /// Forgets what was opened through `context`, which is closed next, or was.
    func forget(_ context: UnsafeMutablePointer<AVFormatContext>) {
        for (input, facts) in inputs where facts.owner == context { remove(input) }
    }

    private func add(_ facts: Input, at input: UInt) {
        inputs[input] = facts
        register(input)
    }

    private func remove(_ input: UInt) {
        inputs[input] = nil
        unregister(input)
    }

    private func register(_ opaque: UInt) {
        Self.meters.withLock { [own] in $0[opaque] = own }
    }

    /// Another's input may have the address of one that is gone by now, and stays.
    private func unregister(_ opaque: UInt) {
        Self.meters.withLock { [own] in if $0[opaque] == own { $0[opaque] = nil } }
    }

    /// Whose `opaque` a callback was given, of a context or of an input.
    private static func meter(of opaque: UnsafeMutableRawPointer?) -> PlaylistMeter? {
        let meter = meters.withLock { $0[UInt(bitPattern: opaque)] }
        return meter.flatMap { UnsafeRawPointer(bitPattern: $0) }
            .map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
    }
}

extension PlaylistMeter {
    typealias Open =
        @convention(c) (
            UnsafeMutablePointer<AVFormatContext>?,
            UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>?,
            UnsafePointer<CChar>?, CInt, UnsafeMutablePointer<OpaquePointer?>?
        ) -> CInt
    typealias Close =
        @convention(c) (
            UnsafeMutablePointer<AVFormatContext>?, UnsafeMutablePointer<AVIOContext>?
        ) -> CInt
    typealias Read =
        @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt8>?, CInt) -> CInt

    /// Sees from now on what libavformat opens through `context`, which it must outlive.
    func watch(_ context: UnsafeMutablePointer<AVFormatContext>) {
        (open, close) = (context.pointee.io_open, context.pointee.io_close2)
        context.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
        context.pointee.io_open = { context, input, url, flags, options in
            guard let context, let meter = PlaylistMeter.meter(of: context.pointee.opaque),
                let open = meter.open
            else { return cffmpeg_AVERROR_EXIT }
            let result = open(context, input, url, flags, options)
            if result >= 0, let opened = input?.pointee { meter.opened(opened, by: context) }
            return result
        }
        context.pointee.io_close2 = { context, input in
            guard let context, let meter = PlaylistMeter.meter(of: context.pointee.opaque),
                let close = meter.close
            else { return cffmpeg_AVERROR_EXIT }
            if let input { meter.remove(UInt(bitPattern: input.pointee.opaque)) }
            return close(context, input)
        }
    }

    private func opened(
        _ context: UnsafeMutablePointer<AVIOContext>,
        by owner: UnsafeMutablePointer<AVFormatContext>
    ) {
        guard let read = context.pointee.read_packet else { return }
        let facts = Input(owner: owner, context: context, read: read)
        add(facts, at: UInt(bitPattern: context.pointee.opaque))
        context.pointee.read_packet = { input, buffer, count in
            guard let meter = PlaylistMeter.meter(of: input) else { return cffmpeg_AVERROR_EXIT }
            return meter.read(input, buffer, count)
        }
    }

    /// Reads for libavformat.
    private func read(
        _ input: UnsafeMutableRawPointer?,
        _ buffer: UnsafeMutablePointer<UInt8>?,
        _ count: CInt
    ) -> CInt {
        let key = UInt(bitPattern: input)
        guard let facts = inputs[key] else { return cffmpeg_AVERROR_EXIT }
        let result = facts.read(input, buffer, count)
        guard result > 0 else { return result }
        hasInput = true
        if !facts.isPlaylist {
            let start = UnsafeBufferPointer(start: buffer, count: Int(result))
            guard zip(start, "#EXTM3U".utf8).allSatisfy({ $0 == $1 }) else {
                facts.context.pointee.read_packet = facts.read
                remove(key)
                return result
            }
            inputs[key]?.isPlaylist = true
        }
        bytes += Int(result)
        return isOverLimit ? cffmpeg_AVERROR_EXIT : result
    }
}
