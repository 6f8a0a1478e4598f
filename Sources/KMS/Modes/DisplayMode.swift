internal import Media

/// How a display is read out: the fields of the kernel's `drm_mode_modeinfo`.
struct ModeTimings: Hashable, Sendable {
    /// Pixels a millisecond.
    var clockKilohertz: UInt32
    var hdisplay: UInt16
    var hsyncStart: UInt16
    var hsyncEnd: UInt16
    var htotal: UInt16
    var hskew: UInt16
    var vdisplay: UInt16
    var vsyncStart: UInt16
    var vsyncEnd: UInt16
    var vtotal: UInt16
    var vscan: UInt16
    var flags: UInt32

    /// `DRM_MODE_FLAG_INTERLACE` and `DRM_MODE_FLAG_DBLSCAN`.
    static let interlaced: UInt32 = 1 << 4
    static let doubleScan: UInt32 = 1 << 5
}

/// One mode that a display offers.
struct DisplayMode: Hashable, Sendable {
    var timings: ModeTimings
    /// Whether the display itself prefers it.
    var isPreferred: Bool
    /// The kernel's rounded rate, for timings that say nothing.
    var roundedRate: UInt32

    var size: PixelSize {
        PixelSize(width: Int32(timings.hdisplay), height: Int32(timings.vdisplay))
    }

    var isInterlaced: Bool { timings.flags & ModeTimings.interlaced != 0 }

    /// Pictures a second; fields where it is interlaced. As `drm_mode_vrefresh` has it.
    var refreshRate: Hertz {
        var above = Int64(timings.clockKilohertz) * 1000
        var below = Int64(timings.htotal) * Int64(timings.vtotal)
        if isInterlaced { above *= 2 }
        if timings.flags & ModeTimings.doubleScan != 0 { below *= 2 }
        if timings.vscan > 1 { below *= Int64(timings.vscan) }
        let divisor = Self.greatestCommonDivisor(above, below)
        guard divisor > 0,
            let numerator = Int32(exactly: above / divisor),
            let denominator = Int32(exactly: below / divisor),
            let rate = Hertz(numerator: numerator, denominator: denominator)
        else { return Hertz(numerator: Int32(clamping: roundedRate)) ?? .sixty }
        return rate
    }

    /// Whether the rate is one that displays have. Timings come from the display's
    /// EDID, and pacing and time-outs from the rate.
    var isPlausible: Bool { (1...1000).contains(refreshRate.value) }

    private static func greatestCommonDivisor(_ first: Int64, _ second: Int64) -> Int64 {
        var (first, second) = (first, second)
        while second != 0 { (first, second) = (second, first % second) }
        return first
    }
}

extension Hertz {
    /// What nearly every display does.
    fileprivate static var sixty: Self { Self(numerator: 60) ?? .thirty }
}

extension DisplayMode: CustomStringConvertible {
    /// Such as `1920x1080@59.94`; an interlaced one ends in `i`.
    var description: String { "\(size)@\(refreshRate.decimal)\(isInterlaced ? "i" : "")" }
}
