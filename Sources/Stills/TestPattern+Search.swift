internal import CFFmpeg
internal import Decoding
internal import Drawing
internal import Media

extension TestPattern {
    /// Draws the picture of a time; before zero the first one.
    func find(
        at time: MediaTime,
        _ tolerance: Nanoseconds
    ) throws(StillError) -> FoundPicture {
        let number = number(at: max(time, .zero))
        let interval = ShownInterval(start: pts(of: number), end: pts(of: number + 1))
        guard let frame = try? OwnedFrame(), draw(number, into: frame.pointer),
            let still = try? StillPicture(
                moving: frame.pointer,
                format: format,
                pts: interval.start
            )
        else { throw .noPicture("out of memory") }
        return FoundPicture(
            still,
            tier: PictureTier(interval, at: time, isCertain: true, tolerance: tolerance),
            requested: time
        )
    }

    /// The picture that is shown at a time of zero or more.
    private func number(at time: MediaTime) -> UInt64 {
        let ticks = UInt64(max(0, time.nanoseconds)).multipliedFullWidth(by: UInt64(rate.numerator))
        let number = (UInt64(rate.denominator) * 1_000_000_000).dividingFullWidth(ticks).quotient
        // Times are rounded down to a nanosecond, so the next one may begin within this one.
        return pts(of: number + 1) <= time ? number + 1 : number
    }

    /// Draws into an empty frame; false without memory.
    private func draw(_ number: UInt64, into frame: UnsafeMutablePointer<AVFrame>) -> Bool {
        guard let canvas = I420Canvas(allocating: format.size, in: frame) else { return false }
        drawBackground(on: canvas)
        draw(number, on: canvas)
        return true
    }
}
