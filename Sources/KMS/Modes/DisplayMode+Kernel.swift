internal import CDRM

extension DisplayMode {
    init(_ raw: drmModeModeInfo) {
        timings = ModeTimings(
            clockKilohertz: raw.clock,
            hdisplay: raw.hdisplay,
            hsyncStart: raw.hsync_start,
            hsyncEnd: raw.hsync_end,
            htotal: raw.htotal,
            hskew: raw.hskew,
            vdisplay: raw.vdisplay,
            vsyncStart: raw.vsync_start,
            vsyncEnd: raw.vsync_end,
            vtotal: raw.vtotal,
            vscan: raw.vscan,
            flags: raw.flags
        )
        isPreferred = raw.type & UInt32(DRM_MODE_TYPE_PREFERRED) != 0
        roundedRate = raw.vrefresh
    }
}

extension drmModeModeInfo {
    /// What the kernel takes for a mode. The name, which only people read, is left out.
    init(_ mode: DisplayMode) {
        let timings = mode.timings
        self.init()
        clock = timings.clockKilohertz
        hdisplay = timings.hdisplay
        hsync_start = timings.hsyncStart
        hsync_end = timings.hsyncEnd
        htotal = timings.htotal
        hskew = timings.hskew
        vdisplay = timings.vdisplay
        vsync_start = timings.vsyncStart
        vsync_end = timings.vsyncEnd
        vtotal = timings.vtotal
        vscan = timings.vscan
        vrefresh = mode.roundedRate
        flags = timings.flags
    }
}
