internal import CDRM
internal import Platform

/// What a device has to show pictures with.
struct CardResources {
    let crtcs: [ObjectID<CRTC>]
    let planes: [PlaneState]
}

extension Card {
    /// The connectors as they are now.
    ///
    /// - Returns: All of the device, asked one by one.
    /// - Throws: `ENODEV` when the device was removed.
    func connectors() throws(SystemCallError) -> [ConnectorState] {
        let resources = try resources()
        defer { drmModeFreeResources(resources) }
        return (0..<Int(max(0, resources.pointee.count_connectors))).compactMap { index in
            connector(ObjectID(resources.pointee.connectors[index]), asking: true)
        }
    }

    /// One connector as it is now.
    ///
    /// - Parameters:
    ///   - id: The connector.
    ///   - asking: Whether to ask the display itself, which takes tens of milliseconds where
    ///     there is real hardware; the kernel lets only the master do so, and tells others
    ///     what it knows.
    /// - Returns: Nil for one that is gone, such as DisplayPort MST makes them, or with its device.
    func connector(_ id: ObjectID<Connector>, asking: Bool) -> ConnectorState? {
        let known =
            asking
            ? drmModeGetConnector(rawValue, id.rawValue)
            : drmModeGetConnectorCurrent(rawValue, id.rawValue)
        guard let known else { return nil }
        defer { drmModeFreeConnector(known) }
        return state(of: known)
    }

    /// CRTCs and planes.
    ///
    /// - Throws: `ENODEV` when the device was removed.
    func scanoutResources() throws(SystemCallError) -> CardResources {
        let resources = try resources()
        defer { drmModeFreeResources(resources) }
        let crtcs = (0..<Int(max(0, resources.pointee.count_crtcs))).map {
            ObjectID<CRTC>(resources.pointee.crtcs[$0])
        }
        return CardResources(crtcs: crtcs, planes: try planes())
    }

    private func resources() throws(SystemCallError) -> drmModeResPtr {
        var resources: drmModeResPtr?
        try systemCall("DRM_IOCTL_MODE_GETRESOURCES") {
            resources = drmModeGetResources(rawValue)
            return resources == nil ? -1 : 0
        }
        guard let resources else {
            throw SystemCallError(call: "DRM_IOCTL_MODE_GETRESOURCES", errno: .inputOutput)
        }
        return resources
    }

    private func state(of connector: drmModeConnectorPtr) -> ConnectorState {
        let raw = connector.pointee
        let id = ObjectID<Connector>(raw.connector_id)
        let properties = PropertySet(of: id, on: self)
        let crtc = properties["CRTC_ID"]?.value ?? 0
        let link = properties["link-status"]
        return ConnectorState(
            id: id,
            name: Self.name(of: raw),
            connection: Self.connection(of: raw),
            modes: (0..<Int(max(0, raw.count_modes))).map { DisplayMode(raw.modes[$0]) },
            possibleCRTCs: drmModeConnectorGetPossibleCrtcs(rawValue, connector),
            currentCRTC: crtc == 0 ? nil : ObjectID(UInt32(truncatingIfNeeded: crtc)),
            identification: blob(properties["EDID"]?.value ?? 0),
            isLinkBad: link.map { $0.value == $0.choices["Bad"] } ?? false
        )
    }

    /// As the kernel's own messages and `/sys/class/drm` have it.
    private static func name(of connector: drmModeConnector) -> String {
        let type = drmModeGetConnectorTypeName(connector.connector_type)
        return "\(type.map { String(cString: $0) } ?? "Unknown")-\(connector.connector_type_id)"
    }

    private static func connection(of connector: drmModeConnector) -> ConnectorState.Connection {
        switch connector.connection {
        case DRM_MODE_CONNECTED: .connected
        case DRM_MODE_DISCONNECTED: .disconnected
        default: .unknown
        }
    }

    /// The content of a blob; empty when it does not exist.
    func blob(_ id: UInt64) -> [UInt8] {
        guard let id = UInt32(exactly: id), id != 0 else { return [] }
        guard let blob = drmModeGetPropertyBlob(rawValue, id) else { return [] }
        defer { drmModeFreePropertyBlob(blob) }
        return Array(
            UnsafeRawBufferPointer(start: blob.pointee.data, count: Int(blob.pointee.length))
        )
    }

    private func planes() throws(SystemCallError) -> [PlaneState] {
        var list: drmModePlaneResPtr?
        try systemCall("DRM_IOCTL_MODE_GETPLANERESOURCES") {
            list = drmModeGetPlaneResources(rawValue)
            return list == nil ? -1 : 0
        }
        guard let list else { return [] }
        defer { drmModeFreePlaneResources(list) }
        return (0..<Int(list.pointee.count_planes)).compactMap { index in
            guard let plane = drmModeGetPlane(rawValue, list.pointee.planes[index]) else {
                return nil
            }
            defer { drmModeFreePlane(plane) }
            return state(of: plane.pointee)
        }
    }

    private func state(of plane: drmModePlane) -> PlaneState? {
        let id = ObjectID<Plane>(plane.plane_id)
        let properties = PropertySet(of: id, on: self)
        let kind: PlaneState.Kind
        switch properties["type"]?.value {
        case UInt64(DRM_PLANE_TYPE_PRIMARY): kind = .primary
        case UInt64(DRM_PLANE_TYPE_OVERLAY): kind = .overlay
        case UInt64(DRM_PLANE_TYPE_CURSOR): kind = .cursor
        default: return nil
        }
        return PlaneState(
            id: id,
            kind: kind,
            possibleCRTCs: plane.possible_crtcs,
            currentCRTC: plane.crtc_id == 0 ? nil : ObjectID(plane.crtc_id),
            formats: (0..<Int(plane.count_formats)).map { plane.formats[$0] },
            depth: Self.depth(properties["zpos"])
        )
    }

    private static func depth(_ property: PropertySet<Plane>.Property?) -> PlaneState.Depth {
        guard let property else { return .unknown }
        guard !property.isImmutable, property.minimum < property.maximum else {
            return .fixed(property.value)
        }
        return .adjustable(property.minimum...property.maximum)
    }
}

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
