internal import Platform

/// Data that a property refers to, for as long as this object lives; what the
/// kernel uses it for keeps it longer.
///
/// Thread: bound to the presentation thread.
struct Blob: ~Copyable {
    private let id: UInt32
    private let card: Card

    /// - Throws: `ENOMEM`, `ENODEV`.
    init(_ bytes: UnsafeRawBufferPointer, on card: Card) throws(SystemCallError) {
        id = try card.createBlob(bytes)
        self.card = card
    }

    /// - Throws: `ENOMEM`, `ENODEV`.
    init(_ content: [UInt8], on card: Card) throws(SystemCallError) {
        let created = content.withUnsafeBytes { bytes in
            Result { () throws(SystemCallError) in try card.createBlob(bytes) }
        }
        id = try created.get()
        self.card = card
    }

    deinit {
        card.destroyBlob(id)
    }

    /// The value of a property that refers to it.
    var propertyValue: UInt64 { UInt64(id) }
}
