internal import CDRM
internal import Platform

/// Data that a property refers to, for as long as this object lives; what the
/// kernel uses it for keeps it longer.
///
/// Thread: bound to the presentation thread.
struct Blob: ~Copyable {
    let id: ObjectID<PropertyBlob>
    private let card: Card

    /// - Throws: `ENOMEM`, `ENODEV`.
    init(_ bytes: UnsafeRawBufferPointer, on card: Card) throws(SystemCallError) {
        id = try Self.create(bytes, on: card)
        self.card = card
    }

    /// - Throws: `ENOMEM`, `ENODEV`.
    init(_ content: [UInt8], on card: Card) throws(SystemCallError) {
        let created = content.withUnsafeBytes { bytes in
            Result { () throws(SystemCallError) in try Self.create(bytes, on: card) }
        }
        id = try created.get()
        self.card = card
    }

    private static func create(
        _ bytes: UnsafeRawBufferPointer,
        on card: Card
    ) throws(SystemCallError) -> ObjectID<PropertyBlob> {
        var id: UInt32 = 0
        try drmCall("DRM_IOCTL_MODE_CREATEPROPBLOB") {
            drmModeCreatePropertyBlob(card.rawValue, bytes.baseAddress, bytes.count, &id)
        }
        return ObjectID(id)
    }

    deinit {
        _ = drmModeDestroyPropertyBlob(card.rawValue, id.rawValue)
    }

    /// The value of a property that refers to it.
    var propertyValue: UInt64 { UInt64(id.rawValue) }
}
