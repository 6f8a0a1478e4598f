internal import CFFmpeg
internal import Media
internal import Presentation

/// Leaves out undecoded what the rate limiter drops and no other picture needs.
///
/// What is left out is told again in the order of presentation, so that the
/// limiter sees every picture, decoded or not, and the ledger counts it.
///
/// Nothing is left out while a stream is known to be damaged. Where damage is not
/// known, the picture left out might have been none; and what libavcodec makes up
/// for missing data it may take from the picture decoded last, so that it differs.
///
/// Thread: bound to the ingest thread.
final class PictureOmission {
    private var forecast: RateForecast
    private var references = PacketReferences(.marked, extradata: [])

    /// - Parameters:
    ///   - maximumRate: The limiter's.
    ///   - isLive: Whether the limiter takes a picture to arrive when it is decoded.
    init(maximumRate: Hertz, isLive: Bool) {
        forecast = RateForecast(maximumRate: maximumRate, sharesArrivals: isLive)
    }

    /// A connection begins.
    func begin(_ references: PacketReferences) {
        self.references = references
        forecast.flush()
    }

    /// What was read and has not come out of the decoder will not.
    func flush() { forecast.flush() }

    /// A packet was read.
    func read(_ packet: UnsafePointer<AVPacket>, in timeBase: AVRational) {
        let packet = packet.pointee
        // It may become no picture.
        let isDoubtful = packet.flags & (AV_PKT_FLAG_CORRUPT | AV_PKT_FLAG_DISCARD) != 0
        let duration = timeBase.time(max(0, packet.duration)) ?? .zero
        forecast.read(
            pts: isDoubtful ? nil : timeBase.time(packet.pts),
            dts: timeBase.time(packet.dts),
            duration: max(duration - .zero, .zero)
        )
    }

    /// Whether no picture refers to the packet's. To be asked of every packet in
    /// its turn.
    func isUnreferenced(_ packet: UnsafePointer<AVPacket>) -> Bool {
        references.isUnreferenced(packet)
    }

    /// Whether the picture, to which none refers, is left out; if so that is noted.
    func answer(for pts: MediaTime, atOnce: Bool) -> RateForecast.Answer {
        let answer = forecast.answer(for: pts, atOnce: atOnce)
        if answer == .leaveOut { forecast.leaveOut(pts) }
        return answer
    }

    /// The next picture left out that comes before the decoder's, which has this time.
    func next(before time: MediaTime?) -> RateForecast.LeftOut? {
        forecast.nextLeftOut(before: time)
    }

    /// The next picture left out behind the decoder's last.
    func next() -> RateForecast.LeftOut? { forecast.nextLeftOut() }

    /// A sample was given to whoever limits the rate.
    func publish(_ sample: SampleBuffer) { forecast.publish(sample) }
}
