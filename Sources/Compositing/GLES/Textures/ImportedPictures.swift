internal import CGraphics
internal import FrameTransport
internal import Glibc
internal import Media

/// The dma-bufs of one layer as textures: imported when they are seen for the
/// first time, dropped when they have not been seen for long.
///
/// A buffer is known by its inode, which no other buffer is ever given, and not
/// by its descriptor, whose number is given again. An import keeps the memory
/// as long as its texture: a camera's buffers are few and come round.
///
/// Thread: bound to the context's thread. Its textures go with the context.
struct ImportedPictures: ~Copyable {
    /// Why the pictures of this form are copied; nil when they are not.
    private(set) var refusal: Refusal?

    private var format: FormatDescription?
    private var components: InlineArray<3, TextureFormat?> = [nil, nil, nil]
    private var entries = InlineArray<32, Entry>(repeating: Entry())
    /// The entry of the last picture.
    private var current: Int?
    private var pictureCount: UInt64 = 0

    /// A form of picture that the driver does not take.
    struct Refusal {
        let format: FormatDescription
        /// Form and reason, for people.
        let description: String

        init(_ format: FormatDescription, reason: String) {
            self.format = format
            description = "\(format.pixelFormat.name) \(format.size) is copied: \(reason)"
        }
    }

    /// One buffer.
    private struct Entry {
        /// Nil: the entry is free, and has no textures.
        var key: Key?
        var names: InlineArray<3, GLuint> = [0, 0, 0]
        /// The number of the picture that it was used for last.
        var lastUse: UInt64 = 0
    }

    private struct Key: Equatable {
        let device: dev_t
        let inode: ino_t
        let secondOffset: Int32
        let thirdOffset: Int32
        let bytesPerRow: InlineArray<3, Int>

        init?(_ picture: PictureComponents, _ buffer: DMABuffer) {
            var status = stat()
            guard fstat(buffer.descriptor, &status) == 0 else { return nil }
            device = status.st_dev
            inode = status.st_ino
            secondOffset = buffer.secondOffset
            thirdOffset = buffer.thirdOffset
            bytesPerRow = [
                picture.first?.bytesPerRow ?? 0, picture.second?.bytesPerRow ?? 0,
                picture.third?.bytesPerRow ?? 0,
            ]
        }

        static func == (one: Self, other: Self) -> Bool {
            one.inode == other.inode && one.device == other.device
                && one.secondOffset == other.secondOffset
                && one.thirdOffset == other.thirdOffset
                && one.bytesPerRow[0] == other.bytesPerRow[0]
                && one.bytesPerRow[1] == other.bytesPerRow[1]
                && one.bytesPerRow[2] == other.bytesPerRow[2]
        }
    }

    /// Pictures after which a buffer that was in none of them is dropped: twice
    /// as many as there are entries.
    private static let patience: UInt64 = 64

    /// Makes the next draw read this picture's own memory.
    ///
    /// A form of picture that was refused once is not tried again.
    ///
    /// - Returns: Whether it does. If not, the pixels have to be copied.
    mutating func use(
        _ picture: PictureComponents,
        format: FormatDescription,
        importer: DMABufferImporter
    ) -> Bool {
        guard let buffer = picture.dmaBuffer, refusal?.format != format else { return false }
        if self.format != format { prepare(format) }
        guard let key = Key(picture, buffer) else {
            refusal = Refusal(format, reason: "its descriptor is not open")
            return false
        }
        pictureCount += 1
        dropOne()
        let index = find(key) ?? add(key, picture, buffer, importer)
        current = index
        guard let index else { return false }
        entries[index].lastUse = pictureCount
        refusal = nil
        return true
    }

    /// Lets the next draw read the textures of the picture used last.
    ///
    /// - Parameter isUnscaled: Whether each pixel drawn shows one of the picture's.
    func bind(isUnscaled: Bool) {
        guard let current else { return }
        for index in 0..<3 {
            guard let texture = components[index] else { continue }
            glActiveTexture(GL.TEXTURE0 + GLenum(index))
            glBindTexture(GL.TEXTURE_2D, entries[current].names[index])
            texture.setFilter(isUnscaled: isUnscaled)
        }
    }

    /// The picture's size in texels, as `PictureTextures` has it.
    var texels: (first: PixelSize, second: PixelSize) {
        let none = PixelSize(width: 1, height: 1)
        return (components[0]?.size ?? none, components[1]?.size ?? none)
    }

    /// Gives all buffers up. The context is current.
    mutating func drop() {
        guard format != nil else { return }
        for index in entries.indices { drop(index) }
        format = nil
        current = nil
    }

    private mutating func prepare(_ format: FormatDescription) {
        drop()
        for index in 0..<3 {
            components[index] = TextureFormat(
                format.pixelFormat,
                index: index,
                size: format.size
            )
        }
        self.format = format
    }

    private func find(_ key: Key) -> Int? {
        for index in entries.indices where entries[index].key == key { return index }
        return nil
    }

    /// Imports a buffer, in place of the one that was not used for longest.
    private mutating func add(
        _ key: Key,
        _ picture: PictureComponents,
        _ buffer: DMABuffer,
        _ importer: DMABufferImporter
    ) -> Int? {
        var oldest = 0
        for index in entries.indices where entries[index].lastUse < entries[oldest].lastUse {
            oldest = index
        }
        drop(oldest)
        entries[oldest].key = key
        for index in 0..<3 {
            guard let texture = components[index] else { continue }
            glGenTextures(1, &entries[oldest].names[index])
            glActiveTexture(GL.TEXTURE0 + GLenum(index))
            glBindTexture(GL.TEXTURE_2D, entries[oldest].names[index])
            let reason =
                texture.component(of: picture).map {
                    importer.fill(texture, from: buffer, bytesPerRow: $0.bytesPerRow)
                } ?? "it lacks a component"
            guard let reason else { continue }
            if let format { refusal = Refusal(format, reason: reason) }
            drop()
            return nil
        }
        return oldest
    }

    /// Drops a buffer that is out of use; each picture looks at one entry.
    private mutating func dropOne() {
        let index = Int(pictureCount % UInt64(entries.count))
        if entries[index].lastUse + Self.patience < pictureCount { drop(index) }
    }

    private mutating func drop(_ index: Int) {
        guard entries[index].key != nil else { return }
        for texture in 0..<3 where entries[index].names[texture] != 0 {
            glDeleteTextures(1, &entries[index].names[texture])
        }
        entries[index] = Entry()
    }
}
