internal import CEXIF

/// What a camera writes into a picture, of which the library takes this.
public struct ExifFacts: Hashable, Sendable {
    /// How the picture is to be turned to be upright, 1 to 8 as Exif 2.32 has them. Of JPEG alone:
    /// what decodes others turns none.
    public private(set) var orientation = 1
    /// When it was taken.
    public private(set) var taken: MediaDate?
    /// What it has in common with the movie of a live photo.
    public private(set) var contentIdentifier: ContentIdentifier?

    /// Whether width and height change places when it is turned.
    public var exchangesAxes: Bool { orientation > 4 }

    /// Returns nil for what is neither JPEG, PNG, WebP nor TIFF, and where there is no Exif in it.
    /// Blocking.
    ///
    /// - Parameters:
    ///   - file: Of the picture.
    ///   - beginning: Of it.
    public init?(in file: borrowing OpenedFile, beginning: [UInt8]) {
        if let facts = Self(inJPEG: beginning) {
            self = facts
        } else if let content = ExifChunk.content(of: file),
            let facts = Self(inJPEG: ExifChunk.prefix + content)
        {
            self = facts
            orientation = 1
        } else if let date = TIFFDate.taken(in: file) {
            taken = date
        } else {
            return nil
        }
    }

    /// Returns nil where there is no Exif in it.
    ///
    /// - Parameter beginning: Of the file; 256 KiB have what cameras write.
    public init?(inJPEG beginning: [UInt8]) {
        guard let data = exif_data_new_from_data(beginning, UInt32(clamping: beginning.count))
        else { return nil }
        defer { exif_data_unref(data) }
        let (image, exif) = (data.pointee.ifd.0, data.pointee.ifd.2)
        guard let image, let exif else { return nil }
        let isEmpty = image.pointee.count == 0 && exif.pointee.count == 0
        guard !isEmpty else { return nil }
        if let entry = exif_content_get_entry(image, EXIF_TAG_ORIENTATION)?.pointee,
            entry.format == EXIF_FORMAT_SHORT, entry.size >= 2
        {
            let value = Int(exif_get_short(entry.data, exif_data_get_byte_order(data)))
            if (1...8).contains(value) { orientation = value }
        }
        if let entry = exif_content_get_entry(exif, EXIF_TAG_MAKER_NOTE)?.pointee,
            let note = entry.data
        {
            let bytes = UnsafeBufferPointer(start: note, count: Int(entry.size))
            contentIdentifier = AppleNote.contentIdentifier(in: Array(bytes))
        }
        guard let time = Self.text(EXIF_TAG_DATE_TIME_ORIGINAL, in: exif) else { return }
        taken = MediaDate(
            exif: time,
            fraction: Self.text(EXIF_TAG_SUB_SEC_TIME_ORIGINAL, in: exif),
            offset: Self.text(EXIF_TAG_OFFSET_TIME_ORIGINAL, in: exif)
        )
    }

    /// Without what fills the field; nil for none.
    private static func text(
        _ tag: ExifTag,
        in directory: UnsafeMutablePointer<ExifContent>
    ) -> String? {
        guard let entry = exif_content_get_entry(directory, tag)?.pointee,
            entry.format == EXIF_FORMAT_ASCII, let data = entry.data
        else { return nil }
        let bytes = UnsafeBufferPointer(start: data, count: min(Int(entry.size), 64))
        return MediaDate.text(of: Array(bytes))
    }
}

extension MediaDate {
    /// As Exif has it, in parts; nil where the first one is none. What is wrong of the finer parts
    /// does not take the day.
    init?(exif time: String, fraction: String?, offset: String?) {
        let (fraction, offset) = (fraction.map { ".\($0)" } ?? "", offset ?? "")
        let dates = [time + fraction + offset, time + offset, time].lazy
        guard let date = dates.compactMap({ Self($0) }).first else { return nil }
        self = date
    }

    /// What a field has, without what fills it; nil for none.
    static func text(of field: [UInt8]) -> String? {
        let text = field.prefix { $0 != 0 }.drop { $0 == 0x20 }
        guard let last = text.lastIndex(where: { $0 != 0x20 }) else { return nil }
        return String(decoding: text[...last], as: UTF8.self)
    }
}
