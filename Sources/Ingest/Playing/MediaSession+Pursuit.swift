internal import CFFmpeg
internal import Decoding
internal import Demuxing
internal import Media
internal import Platform
internal import Stills

extension MediaSession {
    /// What became of the decoder when the stream was shown again.
    enum Pursuit {
        /// It is the usual one.
        case none
        /// One with several threads caught up, and goes on; it holds pictures back.
        case underWay
        /// The next packet refers to nothing before it: once the held pictures are
        /// out, the usual decoder begins with it.
        case ending
    }

    /// Makes the newest picture of a stream whose packets were skipped, from those that
    /// are kept, and goes on from there.
    ///
    ///     kept      K  p  p  b  p  …  p  p │ next
    ///     decoded   ├── all but b ────┤ newest: delivered, the rest is dropped
    ///
    /// Without a kept key packet it goes on with the next one that comes.
    ///
    /// - Parameter isWanted: Asked before each packet; false ends it without a picture.
    /// - Returns: `.picture`, `.nothing` where the decoder needs the packets to come, or
    ///   `.joining` where nothing is kept.
    /// - Throws: `AVError` when no decoder opens.
    func catchUp(while isWanted: () -> Bool) throws(AVError) -> Step {
        joinAgain()
        let kept = history?.newestGroup(of: stream) ?? []
        guard !kept.isEmpty else {
            try endPursuit()
            return .joining
        }
        try beginPursuit(of: kept.count)
        awaitsKeyFrame = false
        kept.first?.withPacket { noteHeaders(of: $0) }
        let newest = try OwnedFrame()
        for (index, packet) in kept.enumerated() {
            guard isWanted() else { return .nothing }
            // The last ones may be the newest to be seen, whatever refers to them.
            let isOnTheWay = index < kept.count - Self.mostReordered
            decoding.decoder.skipUnreferenced(isOnTheWay && stream.marksUnreferenced)
            packet.withPacket {
                watch($0)
                _ = try? decoding.decode($0)
            }
            while case .picture? = try? decoding.receive() {
                judgePicture()
                av_frame_unref(newest.pointer)
                av_frame_move_ref(newest.pointer, frame)
            }
        }
        guard newest.pointer.pointee.buf.0 != nil else { return .nothing }
        av_frame_move_ref(frame, newest.pointer)
        let time = time(frame.pointee.best_effort_timestamp)
        pictureArrived = kept.last { $0.facts.time == time }?.arrived
        return .picture
    }

    /// Unreferenced pictures at the end of what is kept that are decoded all the same.
    private static let mostReordered = 4

    /// Gives back the pictures that the decoder holds, and the memory that it made for them,
    /// while packets are skipped: `catchUp` begins without them. Where no new decoder opens,
    /// the old one stays.
    func releasePictures() {
        try? openUsualDecoder()
    }

    /// Opens a decoder that is quick enough for so many packets, where the usual one is not.
    private func beginPursuit(of packets: Int) throws(AVError) {
        let count = PursuitPlan.threads(
            pixels: Int(size.width) * Int(size.height),
            packets: packets,
            processors: ProcessStatistics.onlineProcessors
        )
        guard count > 1, threads == nil else { return try endPursuit() }
        decoding.replaceDecoder(try stream.makeDecoder(threads: count, isLive: false))
        pursuit = .underWay
    }

    /// Goes on with the usual decoder, from a packet that refers to nothing before it.
    func endPursuit() throws(AVError) {
        guard pursuit != .none else { return }
        try openUsualDecoder()
    }

    private func openUsualDecoder() throws(AVError) {
        decoding.replaceDecoder(try stream.makeDecoder(threads: threads, isLive: true))
        pursuit = .none
    }
}

/// How a stream that was hidden is caught up with.
///
/// Thread: reentrant.
enum PursuitPlan {
    /// How many pictures the decoder decodes at the same time.
    ///
    /// Each thread but one holds a picture back up to the next key picture, so that
    /// there are few; and what takes but a moment anyway is left to one.
    ///
    /// - Parameters:
    ///   - pixels: Of one picture.
    ///   - packets: How many are to be decoded.
    ///   - processors: How many there are to be used.
    /// - Returns: 1 to 3.
    static func threads(pixels: Int, packets: Int, processors: Int) -> Int {
        guard pixels.multipliedReportingOverflow(by: packets).partialValue >= worthwhile else {
            return 1
        }
        return min(max(processors, 1), 3)
    }

    /// Ten pictures of 1280x720, some 20 ms.
    private static let worthwhile = 1280 * 720 * 10
}
