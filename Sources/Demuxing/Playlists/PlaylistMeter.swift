internal import CFFmpeg
internal import Media
internal import Platform
internal import Synchronization

/// Reads playlists before libavformat does, and refuses what it cannot take.
///
/// Its HLS demuxer reads a playlist for as long as the server sends one, and holds every
/// segment of every variant: an endless playlist takes some 90 MB a second until the
/// system ends the program. And there are playlists that end the program at once,
/// which `PlaylistText` knows.
///
/// libavformat opens everything that a source leads to through a callback of its context.
/// What is opened there is read through here until its first bytes have come; where
/// they are a playlist's, it is read to its end before libavformat sees any of it. Of one that
/// names variants it sees a single one: see `SourceVariants`.
/// Nothing of libavformat's is looked at from elsewhere: what a format context was
/// opened with is closed unseen.
///
/// For that every playlist must be opened anew: see `Demuxer.open`.
///
/// Thread: bound to the thread that uses the input.
package final class PlaylistMeter {
    /// Playlists that one call may read, in bytes of all together: a day of segments
    /// of 4 s in eight variants is half of it. As segments in memory they take
    /// eight times as much at most.
    static let limit = 32 << 20

    /// Segments that the playlists of one call may name: a day of 4 s in eight variants.
    /// libavformat takes 250 bytes and some 5 µs for each.
    static let mostSegments = 200_000

    /// What a source of the network may send until it is open, playlists left out: the index
    /// of an MP4 of a day at 60 pictures a second is two thirds of it.
    static let openingLimit = 128 << 20

    private struct Input {
        let owner: UnsafeMutablePointer<AVFormatContext>
        let context: UnsafeMutablePointer<AVIOContext>
        /// How libavformat reads it by itself.
        let read: Read
        /// Whether it is what the source begins with.
        let isFirst: Bool
        /// What was read ahead of libavformat, and how much of that it has.
        var text: [UInt8] = []
        var taken = 0
        var rest = Rest.unknown
        var timing = TransferTiming()

        var isPlaylist: Bool { text.starts(with: PlaylistText.mark) }

        /// Whether it may be all of a playlist. A server that states no length may end its
        /// answer by breaking the connection.
        func isWhole(at end: CInt) -> Bool {
            end == cffmpeg_AVERROR_EOF || (end == cffmpeg_AVERROR_EIO && text.last == 0x0A)
        }
    }

    /// What follows the text that was read ahead.
    private enum Rest {
        /// Nothing was read yet.
        case unknown
        /// What libavformat reads by itself.
        case goesOn
        /// Nothing, and libavformat is told why.
        case ends(CInt)
    }

    /// By what their `read` is called with.
    private var inputs: [UnsafeMutableRawPointer: Input] = [:]
    /// Those that are watched, and whether they have opened anything yet.
    private var contexts: [UnsafeMutablePointer<AVFormatContext>: Bool] = [:]
    private var bytes = 0
    private var segments = 0
    /// Whether an input that the current call opened, or a playlist, has brought anything.
    package private(set) var hasInput = false
    /// What libavformat opens and closes inputs with by itself.
    private var open: Open?
    private var close: Close?
    /// Why libavformat was not given a playlist since a source was opened.
    package private(set) var refusal: PlaylistRefusal?
    package let variants = SourceVariants()
    /// How many segments were begun, or what else is no playlist.
    package private(set) var segmentsBegun = 0
    /// Where the source is that was opened last.
    private var host = ""

    /// Whose contexts and inputs are watched: callbacks are told nothing else.
    /// Entered when one is opened, and not locked while one is read for longer.
    private static let meters = Mutex<[UInt: UInt]>([:])

    /// What a source has sent that is being opened; nil while none is, and for a file.
    private var openingBytes: Int?

    /// Whether a source that is being opened has sent more than `openingLimit`.
    var isFlooded: Bool { openingBytes.map { $0 > Self.openingLimit } ?? false }

    /// Whether the current call has read more than `limit`.
    var isOverLimit: Bool { bytes > Self.limit }

    /// Another call begins.
    func begin() { (bytes, segments, hasInput) = (0, 0, false) }

    /// The source is open: it plays without what was refused of it.
    func sourceOpened() { (refusal, openingBytes) = (nil, nil) }

    deinit {
        for input in inputs.keys { leave(input) }
        for context in contexts.keys { leave(context) }
    }

    /// Forgets `context`, which was closed: it closes its inputs through here.
    func forget(_ context: UnsafeMutablePointer<AVFormatContext>) {
        for (input, facts) in inputs where facts.owner == context { remove(input) }
        contexts[context] = nil
        leave(context)
    }

    private func remove(_ input: UnsafeMutableRawPointer) {
        inputs[input] = nil
        leave(input)
    }

    /// What its callbacks find it by.
    private var address: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }

    private func enter(_ key: UnsafeMutableRawPointer) {
        let (key, meter) = (UInt(bitPattern: key), address)
        Self.meters.withLock { $0[key] = meter }
    }

    /// Another's may have the address of one that is gone by now, and stays.
    private func leave(_ key: UnsafeMutableRawPointer) {
        let (key, meter) = (UInt(bitPattern: key), address)
        Self.meters.withLock { if $0[key] == meter { $0[key] = nil } }
    }

    private static func watching(_ key: UnsafeMutableRawPointer) -> PlaylistMeter? {
        let key = UInt(bitPattern: key)
        let meter = meters.withLock { $0[key] }
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

    /// Sees from now on what libavformat opens through `context`, up to `forget`.
    ///
    /// - Parameters:
    ///   - context: A source that is about to be opened.
    ///   - url: As libav takes it. A file of this machine may be read as far as it takes.
    func watch(_ context: UnsafeMutablePointer<AVFormatContext>, url: String) {
        refusal = nil
        variants.begin()
        host = String(SourceText.authority(of: url).split(separator: "@").last ?? "")
        openingBytes = url.hasPrefix("file:") ? nil : 0
        contexts[context] = false
        enter(context)
        (open, close) = (context.pointee.io_open, context.pointee.io_close2)
        context.pointee.io_open = { context, input, url, flags, options in
            guard let context, let meter = PlaylistMeter.watching(context), let open = meter.open
            else { return cffmpeg_AVERROR_EXIT }
            let start = MonotonicClock.now()
            let result = open(context, input, url, flags, options)
            if result >= 0, let opened = input?.pointee { meter.opened(opened, by: context) }
            // The time until an answer comes is time that a transfer takes.
            meter.variants.meter?.add(0, from: start, to: MonotonicClock.now())
            return result
        }
        context.pointee.io_close2 = { context, input in
            guard let context, let meter = PlaylistMeter.watching(context),
                let close = meter.close
            else { return cffmpeg_AVERROR_EXIT }
            if let key = input?.pointee.opaque { meter.remove(key) }
            return close(context, input)
        }
    }

    private func opened(
        _ context: UnsafeMutablePointer<AVIOContext>,
        by owner: UnsafeMutablePointer<AVFormatContext>
    ) {
        let isFirst = contexts.updateValue(true, forKey: owner) != true
        guard let read = context.pointee.read_packet, let key = context.pointee.opaque else {
            return
        }
        inputs[key] = Input(owner: owner, context: context, read: read, isFirst: isFirst)
        enter(key)
        context.pointee.read_packet = { input, buffer, count in
            guard let input, let buffer, let meter = PlaylistMeter.watching(input) else {
                return cffmpeg_AVERROR_EXIT
            }
            return meter.read(input, buffer, count)
        }
    }
}

extension PlaylistMeter {
    /// Reads for libavformat.
    private func read(
        _ key: UnsafeMutableRawPointer,
        _ buffer: UnsafeMutablePointer<UInt8>,
        _ count: CInt
    ) -> CInt {
        guard var input = inputs[key] else { return cffmpeg_AVERROR_EXIT }
        if case .unknown = input.rest {
            let result = readAhead(of: &input, key, buffer, count)
            if input.text.isEmpty, case .unknown = input.rest { return result }
            inputs[key] = input
        }
        let part = input.text[input.taken...].prefix(Int(count))
        if part.isEmpty {
            if case .ends(let end) = input.rest { return end }
            return readOn(input, key, buffer, count)
        }
        _ = UnsafeMutableBufferPointer(start: buffer, count: part.count).update(
            fromContentsOf: part
        )
        inputs[key]?.taken += part.count
        return CInt(part.count)
    }

    /// Reads what is no playlist. Once the source is open, libavformat does by itself, unless
    /// it is metered.
    private func readOn(
        _ input: Input,
        _ key: UnsafeMutableRawPointer,
        _ buffer: UnsafeMutablePointer<UInt8>,
        _ count: CInt
    ) -> CInt {
        if openingBytes == nil, variants.meter == nil {
            input.context.pointee.read_packet = input.read
            remove(key)
        }
        let start = MonotonicClock.now()
        let result = input.read(key, buffer, count)
        if result > 0 {
            openingBytes? += Int(result)
            meter(Int(result), key, from: start)
        }
        return result
    }

    private func meter(_ bytes: Int, _ key: UnsafeMutableRawPointer, from start: MonotonicTime) {
        guard let meter = variants.meter else { return }
        let end = MonotonicClock.now()
        if inputs[key]?.timing.counts(from: start, to: end) == true {
            meter.add(bytes, from: start, to: end)
        }
    }

    /// Reads the first bytes, and where they are a playlist's all the others, and judges them.
    /// What `buffer` holds afterwards means nothing.
    private func readAhead(
        of input: inout Input,
        _ key: UnsafeMutableRawPointer,
        _ buffer: UnsafeMutablePointer<UInt8>,
        _ count: CInt
    ) -> CInt {
        var result = input.read(key, buffer, count)
        while result > 0 {
            hasInput = true
            input.text += UnsafeBufferPointer(start: buffer, count: Int(result))
            guard zip(input.text, PlaylistText.mark).allSatisfy({ $0 == $1 }) else { break }
            if input.isPlaylist { bytes += Int(result) }
            if isOverLimit { break }
            result = input.read(key, buffer, count)
        }
        guard input.isPlaylist else {
            if !input.text.isEmpty {
                input.rest = .goesOn
                segmentsBegun += 1
            }
            return result
        }
        // From here on no other order than that of its lines is of use.
        input.context.pointee.seek = nil
        let end = result < 0 ? result : cffmpeg_AVERROR_EOF
        input.rest = .ends(end)
        if isOverLimit {
            refuse(&input, .tooLong, cffmpeg_AVERROR_EXIT)
        } else if !input.isWhole(at: end) {
            // What is wrong with half of it says nothing, and nobody needs it.
            input.text = []
        } else {
            judge(&input)
        }
        return result
    }

    private func judge(_ input: inout Input) {
        let finding = PlaylistText.look(
            at: input.text,
            isFirst: input.isFirst,
            mostSegments: Self.mostSegments - segments
        )
        segments += finding.segments
        if let refusal = finding.refusal {
            refuse(&input, refusal, cffmpeg_AVERROR_INVALIDDATA)
        } else {
            refusal = nil
            if input.isFirst { input.text = variants.choice(from: input.text, of: host) }
        }
    }

    private func refuse(_ input: inout Input, _ refusal: PlaylistRefusal, _ end: CInt) {
        self.refusal = refusal
        (input.text, input.rest) = ([], .ends(end))
    }
}
