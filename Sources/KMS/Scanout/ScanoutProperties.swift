internal import Platform

/// The property IDs of all objects of a path.
struct ScanoutProperties {
    let connector: ConnectorPropertyIDs
    let crtc: CRTCPropertyIDs
    let primary: PlanePropertyIDs
    let overlay: PlanePropertyIDs?

    /// - Throws: `EINVAL` for a driver without a property that all have, or objects that are gone.
    init(of path: ScanoutPath, on card: Card) throws(SystemCallError) {
        let primarySet = PropertySet(of: path.primary, on: card)
        guard
            let connector = ConnectorPropertyIDs(PropertySet(of: path.connector.id, on: card)),
            let crtc = CRTCPropertyIDs(PropertySet(of: path.crtc, on: card)),
            var primary = PlanePropertyIDs(primarySet)
        else {
            throw SystemCallError(call: "DRM_IOCTL_MODE_OBJ_GETPROPERTIES", errno: .invalidArgument)
        }
        self.connector = connector
        self.crtc = crtc
        guard let layer = path.overlay else {
            self.primary = primary
            overlay = nil
            return
        }
        let overlaySet = PropertySet(of: layer.plane, on: card)
        var overlay = PlanePropertyIDs(overlaySet)
        if let zpos = primarySet.id("zpos"), let depth = layer.stacking.lower {
            primary.presets.append(.init(property: zpos, value: depth))
        }
        if let zpos = overlaySet.id("zpos"), let depth = layer.stacking.upper {
            overlay?.presets.append(.init(property: zpos, value: depth))
        }
        self.primary = primary
        self.overlay = overlay
    }
}
