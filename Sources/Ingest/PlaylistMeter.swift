internal import CFFmpeg

/// How much libavformat has read of playlists in its current call, and whether that
/// is too much.
///
/// Its HLS demuxer reads a playlist for as long as the server sends one, and holds every
/// segment of every variant: an endless playlist takes some 90 MB a second until the
/// system ends the program. It asks the gate before each read of a network, and the
/// gate asks here.
///
/// libavformat opens everything that a source leads to through two callbacks of its
/// context; what is open is noted there. A playlist shows by its first line.
///
/// Thread: bound to the thread that uses the input.
final class PlaylistMeter {
    /// Playlists that one call may read, in bytes of all together: a day of segments
    /// of 4 s in eight variants is half of it. As segments in memory they take
    /// eight times as much at most.
    static let limit: Int64 = 32 << 20

    private struct Input {
        let context: UnsafeMutablePointer<AVIOContext>
        /// nil until something of it was read.
        var isPlaylist: Bool?
        /// How much of it was counted.
        var bytes: Int64
    }

    /// What libavformat holds open; it opens a few at a time.
    private var inputs: [Input] = []
    private var bytes: Int64 = 0
    /// What libavformat opens and closes inputs with by itself.
    private var open: Open?
    private var close: Close?

    /// Whether the current call has read more than `limit`.
    var isOverLimit: Bool { bytes > Self.limit }

    /// Another call begins.
    func begin() {
        count()
        bytes = 0
    }

    /// Counts what was read since the last time, and says whether it is too much by now.
    func passLimit() -> Bool {
        count()
        return isOverLimit
    }

    private func count() {
        for index in inputs.indices {
            let read = inputs[index].context.pointee.bytes_read
            guard read > inputs[index].bytes else { continue }
            let isPlaylist = inputs[index].isPlaylist ?? beginsPlaylist(inputs[index].context)
            inputs[index].isPlaylist = isPlaylist
            if isPlaylist { bytes += read - inputs[index].bytes }
            inputs[index].bytes = read
        }
    }

    /// Looks at the first bytes, which are still in the buffer after the first read.
    private func beginsPlaylist(_ context: UnsafeMutablePointer<AVIOContext>) -> Bool {
        let mark = "#EXTM3U".utf8
        guard let start = context.pointee.buffer, let end = context.pointee.buf_end else {
            return false
        }
        return UnsafeBufferPointer(start: start, count: max(0, end - start)).starts(with: mark)
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

    /// Sees from now on what libavformat opens through `context`, which it must outlive.
    func watch(_ context: UnsafeMutablePointer<AVFormatContext>) {
        (open, close) = (context.pointee.io_open, context.pointee.io_close2)
        context.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
        context.pointee.io_open = { context, input, url, flags, options in
            guard let meter = PlaylistMeter.of(context), let open = meter.open else {
                return cffmpeg_AVERROR_EXIT
            }
            let result = open(context, input, url, flags, options)
            if result >= 0, let opened = input?.pointee { meter.opened(opened) }
            return result
        }
        context.pointee.io_close2 = { context, input in
            guard let meter = PlaylistMeter.of(context), let close = meter.close else {
                return cffmpeg_AVERROR_EXIT
            }
            if let input { meter.closes(input) }
            return close(context, input)
        }
    }

    private static func of(_ context: UnsafeMutablePointer<AVFormatContext>?) -> PlaylistMeter? {
        context?.pointee.opaque.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
    }

    private func opened(_ context: UnsafeMutablePointer<AVIOContext>) {
        inputs.append(Input(context: context, bytes: context.pointee.bytes_read))
    }

    private func closes(_ context: UnsafeMutablePointer<AVIOContext>) {
        count()
        inputs.removeAll { $0.context == context }
    }
}
