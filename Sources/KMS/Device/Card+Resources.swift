internal import CDRM
internal import Platform

extension Card {
    func connectorIDs() throws(SystemCallError) -> [ObjectID<Connector>] {
        let resources = try resources()
        defer { drmModeFreeResources(resources) }
        return (0..<Int(max(0, resources.pointee.count_connectors))).map {
            ObjectID(resources.pointee.connectors[$0])
        }
    }

    func crtcIDs() throws(SystemCallError) -> [ObjectID<CRTC>] {
        let resources = try resources()
        defer { drmModeFreeResources(resources) }
        return (0..<Int(max(0, resources.pointee.count_crtcs))).map {
            ObjectID(resources.pointee.crtcs[$0])
        }
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

    func state(of connector: drmModeConnectorPtr) -> ConnectorState {
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

    func planes() throws(SystemCallError) -> [PlaneState] {
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

    private static func depth(_ property: ObjectProperty?) -> PlaneState.Depth {
        guard let property else { return .unknown }
        guard !property.isImmutable, property.minimum < property.maximum else {
            return .fixed(property.value)
        }
        return .adjustable(property.minimum...property.maximum)
    }

    // MARK: Properties

    func readProperties(of object: UInt32, kind: UInt32) -> [String: ObjectProperty] {
        guard let list = drmModeObjectGetProperties(rawValue, object, kind) else { return [:] }
        defer { drmModeFreeObjectProperties(list) }
        var properties: [String: ObjectProperty] = [:]
        for index in 0..<Int(list.pointee.count_props) {
            guard let property = drmModeGetProperty(rawValue, list.pointee.props[index]) else {
                continue
            }
            defer { drmModeFreeProperty(property) }
            let value = list.pointee.prop_values[index]
            properties[Self.text(property.pointee.name)] = Self.property(property.pointee, value)
        }
        return properties
    }

    private static func property(_ raw: drmModePropertyRes, _ value: UInt64) -> ObjectProperty {
        let isRange = raw.flags & UInt32(DRM_MODE_PROP_RANGE) != 0 && raw.count_values >= 2
        var choices: [String: UInt64] = [:]
        for index in 0..<Int(max(0, raw.count_enums)) {
            choices[text(raw.enums[index].name)] = raw.enums[index].value
        }
        return ObjectProperty(
            id: raw.prop_id,
            value: value,
            isImmutable: raw.flags & UInt32(DRM_MODE_PROP_IMMUTABLE) != 0,
            minimum: isRange ? raw.values[0] : 0,
            maximum: isRange ? raw.values[1] : .max,
            choices: choices
        )
    }

    /// A name of the kernel's, which ends with a zero or with its room.
    private static func text<Characters>(_ characters: Characters) -> String {
        withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
