internal import CDRM

/// The properties of one object, by name: read once, when a display is set up.
///
/// Nothing looks a property up by its name later on.
struct PropertySet<Object> {
    struct Property {
        let id: PropertyID<Object>
        /// What it was when the set was read.
        let value: UInt64
        let isImmutable: Bool
        /// For ranges.
        let minimum: UInt64
        let maximum: UInt64
        /// For enumerations and bit masks; a bit is named by its number.
        let choices: [String: UInt64]
    }

    private var properties: [String: Property] = [:]

    /// Empty for an object that does not exist (any more); `kind` is its
    /// `DRM_MODE_OBJECT_…`.
    init(of object: ObjectID<Object>, kind: UInt32, on card: Card) {
        guard
            let list = drmModeObjectGetProperties(card.rawValue, object.rawValue, kind)
        else { return }
        defer { drmModeFreeObjectProperties(list) }
        for index in 0..<Int(list.pointee.count_props) {
            guard let property = drmModeGetProperty(card.rawValue, list.pointee.props[index]) else {
                continue
            }
            defer { drmModeFreeProperty(property) }
            let name = Self.text(property.pointee.name)
            properties[name] = Self.property(property.pointee, list.pointee.prop_values[index])
        }
    }

    subscript(name: String) -> Property? { properties[name] }

    private static func property(_ raw: drmModePropertyRes, _ value: UInt64) -> Property {
        let isRange = raw.flags & UInt32(DRM_MODE_PROP_RANGE) != 0 && raw.count_values >= 2
        var choices: [String: UInt64] = [:]
        for index in 0..<Int(max(0, raw.count_enums)) {
            choices[text(raw.enums[index].name)] = raw.enums[index].value
        }
        return Property(
            id: PropertyID(raw.prop_id),
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

/// The kinds that `PropertySet` is read for.
extension PropertySet where Object == Connector {
    init(of connector: ObjectID<Connector>, on card: Card) {
        self.init(of: connector, kind: DRM_MODE_OBJECT_CONNECTOR, on: card)
    }
}

extension PropertySet where Object == CRTC {
    init(of crtc: ObjectID<CRTC>, on card: Card) {
        self.init(of: crtc, kind: DRM_MODE_OBJECT_CRTC, on: card)
    }
}

extension PropertySet where Object == Plane {
    init(of plane: ObjectID<Plane>, on card: Card) {
        self.init(of: plane, kind: DRM_MODE_OBJECT_PLANE, on: card)
    }
}
