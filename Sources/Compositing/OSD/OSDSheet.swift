public import Media
internal import Pixels

/// Pixels to lie over everything, with their place.
public struct OSDPart: Sendable {
    /// May lie partly outside the framebuffer.
    public let bounds: PixelRect
    /// Tells its pixels from those of any other part, of this and of other sheets.
    public let key: UInt64
    /// As large as the bounds: packed rows of blue, green, red and alpha, the colours multiplied
    /// by alpha.
    public let pixels: [UInt8]

    public init(bounds: PixelRect, key: UInt64, pixels: [UInt8]) {
        precondition(pixels.count == 4 * Int(bounds.width) * Int(bounds.height))
        self.bounds = bounds
        self.key = key
        self.pixels = pixels
    }
}

/// The pictures that lie over everything at one time: made once, by whoever has the time, and
/// shown until another one is.
///
/// Thread: safe.
public final class OSDSheet: @unchecked Sendable {
    // @unchecked Sendable: what the pointers name is written before the end of `init` alone.

    /// Valid while this lives.
    public let list: OSDList
    /// Of the framebuffer that it is for.
    public let size: PixelSize

    /// - Parameters:
    ///   - parts: At most `OSDList.limit`, the undermost first. Those that overlap become one.
    ///   - size: The framebuffer's; what lies outside is cut off.
    public init(_ parts: [OSDPart], size: PixelSize) {
        precondition(parts.count <= OSDList.limit)
        var list = OSDList()
        // In an order of their own: the same pictures are the same list.
        let groups = Self.groups(parts, in: PixelRect(size))
            .sorted { ($0.bounds.y, $0.bounds.x) < ($1.bounds.y, $1.bounds.x) }
        for group in groups { list.append(group.picture) }
        self.list = list
        self.size = size
    }

    private init(_ list: OSDList, size: PixelSize) {
        self.list = list
        self.size = size
    }

    /// The same for a smaller framebuffer.
    package func scaled(to size: PixelSize) -> OSDSheet {
        let share = Double(size.width) / Double(self.size.width)
        var scaled = OSDList()
        for index in 0..<list.count {
            let bounds = list[index].bounds.scaled(by: share).intersection(PixelRect(size))
            guard let source = list[index].surface, !bounds.isEmpty else { continue }
            let target = Surface(allocating: bounds.size)
            target.average(source)
            scaled.append(OSDPicture(bounds: bounds, key: list[index].key, pixels: target.base))
        }
        return OSDSheet(scaled, size: size)
    }

    deinit {
        for index in 0..<list.count { list[index].pixels?.deallocate() }
    }

    /// Parts that become one picture.
    private struct Group {
        var bounds: PixelRect
        var parts: [OSDPart]

        /// Parts over each other, in memory of their own.
        var picture: OSDPicture {
            let target = Surface(allocating: bounds.size)
            for part in parts {
                let place = part.bounds.intersection(bounds)
                part.lay(place, on: target.part(place.moved(byX: -bounds.x, y: -bounds.y)))
            }
            return OSDPicture(bounds: bounds, key: key, pixels: target.base)
        }

        /// Of its pixels: a part that is there whole and alone has its own, others one of all that
        /// they are made of (FNV-1a).
        private var key: UInt64 {
            if parts.count == 1, parts[0].bounds == bounds { return parts[0].key }
            let values = parts.flatMap { [$0.key] + $0.bounds.keys } + bounds.keys
            return values.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ $1) &* 0x100_0000_01B3 }
        }
    }

    private static func groups(_ parts: [OSDPart], in frame: PixelRect) -> [Group] {
        var groups: [Group] = []
        for part in parts {
            var group = Group(bounds: part.bounds.intersection(frame), parts: [part])
            guard !group.bounds.isEmpty else { continue }
            // A larger group may reach one that the part alone does not.
            while let index = groups.firstIndex(where: {
                !$0.bounds.intersection(group.bounds).isEmpty
            }) {
                let other = groups.remove(at: index)
                group.bounds = other.bounds.enclosing(group.bounds)
                group.parts = other.parts + group.parts
            }
            groups.append(group)
        }
        return groups
    }
}

extension PixelRect {
    fileprivate var keys: [UInt64] { [x, y, width, height].map { UInt64(UInt32(bitPattern: $0)) } }
}

extension OSDPart {
    /// Lays what is in a place over pixels that have alpha as well.
    fileprivate func lay(_ place: PixelRect, on target: Surface) {
        pixels.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            let all = Surface(packed: UnsafeMutableRawPointer(mutating: base), size: bounds.size)
            target.layKeepingAlpha(all.part(place.moved(byX: -bounds.x, y: -bounds.y)))
        }
    }
}

extension Surface {
    /// Packed pixels in memory that is somebody else's to free, all zero.
    fileprivate init(allocating size: PixelSize) {
        let bytes = 4 * Int(size.width) * Int(size.height)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
        self.init(packed: memory, size: size)
    }

    /// Becomes a smaller copy of pixels whose colours are multiplied by alpha: of each box of
    /// theirs the mean.
    fileprivate func average(_ source: Surface) {
        func edge(_ index: Int, _ count: Int32, _ of: Int32) -> Int { index * Int(of) / Int(count) }
        for y in 0..<Int(size.height) {
            let top = edge(y, size.height, source.size.height)
            let bottom = max(top + 1, edge(y + 1, size.height, source.size.height))
            for x in 0..<Int(size.width) {
                let left = edge(x, size.width, source.size.width)
                let right = max(left + 1, edge(x + 1, size.width, source.size.width))
                var sum = SIMD4<UInt32>(repeating: 0)
                for row in top..<bottom {
                    let pixels = source.row(row)
                    for column in left..<right {
                        sum &+= SIMD4(
                            UInt32(pixels[4 * column]),
                            UInt32(pixels[4 * column + 1]),
                            UInt32(pixels[4 * column + 2]),
                            UInt32(pixels[4 * column + 3])
                        )
                    }
                }
                let count = UInt32((bottom - top) * (right - left))
                let mean = (sum &+ count / 2) / count
                for channel in 0..<4 { row(y)[4 * x + channel] = UInt8(mean[channel]) }
            }
        }
    }
}

extension PixelRect {
    /// On a framebuffer of another size: its edges where they are nearest.
    package func scaled(by share: Double) -> Self {
        func edge(_ value: Int32) -> Int32 { Int32((Double(value) * share).rounded()) }
        let (left, top) = (edge(x), edge(y))
        return Self(x: left, y: top, width: edge(maxX) - left, height: edge(maxY) - top)
    }

    /// The same rectangle elsewhere.
    func moved(byX x: Int32, y: Int32) -> Self {
        Self(x: self.x + x, y: self.y + y, width: width, height: height)
    }
}
