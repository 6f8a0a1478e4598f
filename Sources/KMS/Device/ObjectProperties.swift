/// A connector's properties that are set here.
struct ConnectorPropertyIDs {
    let crtcID: PropertyID<Connector>
    /// `link-status`: has to be set to good after a link has failed.
    let linkStatus: PropertyID<Connector>?

    /// Returns nil when one is missing that every atomic driver has.
    init?(_ set: PropertySet<Connector>) {
        guard let crtcID = set.id("CRTC_ID") else { return nil }
        self.crtcID = crtcID
        linkStatus = set.id("link-status")
    }
}

/// A CRTC's properties that are set here.
struct CRTCPropertyIDs {
    let active: PropertyID<CRTC>
    let modeID: PropertyID<CRTC>
    /// Tables that change colours; all empty while pictures are shown.
    let colorTables: [PropertyID<CRTC>]

    static let colorTableNames = ["DEGAMMA_LUT", "CTM", "GAMMA_LUT"]

    /// Returns nil when one is missing that every atomic driver has.
    init?(_ set: PropertySet<CRTC>) {
        guard let active = set.id("ACTIVE"), let modeID = set.id("MODE_ID") else { return nil }
        self.active = active
        self.modeID = modeID
        colorTables = Self.colorTableNames.compactMap { set.id($0) }
    }
}

/// A plane's properties that are set here.
struct PlanePropertyIDs {
    /// A value that is set together with the plane's first buffer.
    struct Preset {
        let property: PropertyID<Plane>
        let value: UInt64
    }

    let framebuffer: PropertyID<Plane>
    let crtc: PropertyID<Plane>
    let sourceX: PropertyID<Plane>
    let sourceY: PropertyID<Plane>
    let sourceWidth: PropertyID<Plane>
    let sourceHeight: PropertyID<Plane>
    let crtcX: PropertyID<Plane>
    let crtcY: PropertyID<Plane>
    let crtcWidth: PropertyID<Plane>
    let crtcHeight: PropertyID<Plane>
    /// `FB_DAMAGE_CLIPS`, of drivers that transfer only what has changed.
    let damageClips: PropertyID<Plane>?
    /// Upright, opaque but for the pixels' own alpha, in its place in the stack:
    /// whoever used the plane before may have left it otherwise.
    var presets: [Preset]

    /// Returns nil when one is missing that every atomic driver has.
    init?(_ set: PropertySet<Plane>) {
        guard let framebuffer = set.id("FB_ID"), let crtc = set.id("CRTC_ID"),
            let sourceX = set.id("SRC_X"), let sourceY = set.id("SRC_Y"),
            let sourceWidth = set.id("SRC_W"), let sourceHeight = set.id("SRC_H"),
            let crtcX = set.id("CRTC_X"), let crtcY = set.id("CRTC_Y"),
            let crtcWidth = set.id("CRTC_W"), let crtcHeight = set.id("CRTC_H")
        else { return nil }
        self.framebuffer = framebuffer
        self.crtc = crtc
        self.sourceX = sourceX
        self.sourceY = sourceY
        self.sourceWidth = sourceWidth
        self.sourceHeight = sourceHeight
        self.crtcX = crtcX
        self.crtcY = crtcY
        self.crtcWidth = crtcWidth
        self.crtcHeight = crtcHeight
        damageClips = set.id("FB_DAMAGE_CLIPS")
        presets = Self.presets(of: set)
    }

    private static func presets(of set: PropertySet<Plane>) -> [Preset] {
        var presets: [Preset] = []
        if let alpha = set["alpha"], !alpha.isImmutable {
            presets.append(Preset(property: PropertyID(alpha.id), value: alpha.maximum))
        }
        if let mode = set["pixel blend mode"], let value = mode.choices["Pre-multiplied"] {
            presets.append(Preset(property: PropertyID(mode.id), value: value))
        }
        if let rotation = set["rotation"], let bit = rotation.choices["rotate-0"] {
            // Names of a bit mask are numbers of bits.
            presets.append(Preset(property: PropertyID(rotation.id), value: 1 << bit))
        }
        return presets
    }
}
