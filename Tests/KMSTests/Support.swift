import Media

@testable import KMS

/// A mode of the given size and rate, with no blanking at all.
func mode(
    _ width: UInt16,
    _ height: UInt16,
    _ hertz: Double = 60,
    preferred: Bool = false,
    interlaced: Bool = false
) -> DisplayMode {
    let fields = interlaced ? 0.5 : 1
    let clock = hertz * fields * Double(width) * Double(height) / 1000
    return DisplayMode(
        timings: ModeTimings(
            clockKilohertz: UInt32(clock.rounded()),
            hdisplay: width,
            hsyncStart: width,
            hsyncEnd: width,
            htotal: width,
            hskew: 0,
            vdisplay: height,
            vsyncStart: height,
            vsyncEnd: height,
            vtotal: height,
            vscan: 0,
            flags: interlaced ? ModeTimings.interlaced : 0
        ),
        isPreferred: preferred,
        roundedRate: UInt32(hertz.rounded())
    )
}

func connector(
    _ id: UInt32,
    _ name: String = "HDMI-A-1",
    _ connection: ConnectorState.Connection = .connected,
    modes: [DisplayMode] = [mode(1920, 1080, preferred: true)],
    possibleCRTCs: UInt32 = 1,
    currentCRTC: UInt32? = nil
) -> ConnectorState {
    ConnectorState(
        id: ObjectID(id),
        name: name,
        connection: connection,
        modes: modes,
        possibleCRTCs: possibleCRTCs,
        currentCRTC: currentCRTC.map { ObjectID($0) },
        identification: [],
        isLinkBad: false
    )
}

func plane(
    _ id: UInt32,
    _ kind: PlaneState.Kind,
    possibleCRTCs: UInt32 = 1,
    on crtc: UInt32? = nil,
    formats: [UInt32] = [1, 2],
    depth: PlaneState.Depth = .unknown
) -> PlaneState {
    PlaneState(
        id: ObjectID(id),
        kind: kind,
        possibleCRTCs: possibleCRTCs,
        currentCRTC: crtc.map { ObjectID($0) },
        formats: formats,
        depth: depth
    )
}
