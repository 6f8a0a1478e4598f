package import CFFmpeg
package import Media

/// A stream's time scale: seconds per tick, as libav has it.
extension AVRational {
    fileprivate static var nanosecond: Self { Self(num: 1, den: 1_000_000_000) }

    /// A time of this scale, to the nearest nanosecond; nil for one that is not set.
    ///
    /// The corresponding C function is `av_rescale_q`.
    package func time(_ ticks: Int64) -> MediaTime? {
        guard ticks != cffmpeg_AV_NOPTS_VALUE else { return nil }
        return MediaTime(nanoseconds: av_rescale_q(ticks, self, .nanosecond)).bounded
    }

    /// A time in this scale, rounded down.
    ///
    /// The corresponding C function is `av_rescale_q_rnd`.
    package func ticks(_ time: MediaTime) -> Int64 {
        av_rescale_q_rnd(time.nanoseconds, .nanosecond, self, AV_ROUND_DOWN)
    }
}

extension MediaTime {
    /// At most 73 years from zero: a container may claim any number, and the
    /// difference of two times is to be a number as well.
    package var bounded: Self {
        Self(nanoseconds: min(max(nanoseconds, -(1 << 61)), 1 << 61))
    }
}
