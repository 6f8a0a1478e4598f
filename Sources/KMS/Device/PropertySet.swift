internal import CDRM

/// One property of one object, as it was when it was read.
struct ObjectProperty {
    let id: UInt32
    let value: UInt64
    var isImmutable = false
    /// For ranges.
    var minimum: UInt64 = 0
    var maximum: UInt64 = .max
    /// For enumerations and bit masks; a bit is named by its number.
    var choices: [String: UInt64] = [:]
}

/// What properties belong to.
protocol PropertyOwner {
    /// Its `DRM_MODE_OBJECT_…`.
    static var kind: UInt32 { get }
}

extension Connector: PropertyOwner {
    static var kind: UInt32 { DRM_MODE_OBJECT_CONNECTOR }
}

extension CRTC: PropertyOwner {
    static var kind: UInt32 { DRM_MODE_OBJECT_CRTC }
}

extension Plane: PropertyOwner {
    static var kind: UInt32 { DRM_MODE_OBJECT_PLANE }
}

/// The properties of one object, by name: read once, when a display is set up.
///
/// Nothing looks a property up by its name later on.
struct PropertySet<Object: PropertyOwner> {
    private let properties: [String: ObjectProperty]

    /// Empty for an object that does not exist (any more).
    init(of object: ObjectID<Object>, on card: Card) {
        properties = card.properties(of: object.rawValue, kind: Object.kind)
    }

    subscript(name: String) -> ObjectProperty? { properties[name] }

    /// What sets the property.
    func id(_ name: String) -> PropertyID<Object>? { properties[name].map { PropertyID($0.id) } }
}
