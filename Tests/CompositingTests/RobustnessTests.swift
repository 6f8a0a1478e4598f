import Compositing
import Foundation
import FrameTransport
import Media
import Presentation
import Testing

/// Sizes and memory that streams really have, and some that they should not.
@Suite struct RobustnessTests {
    /// A picture whose components each end where unmapped memory begins.
    private final class GuardedPicture {
        let format: FormatDescription
        private var mappings: [(base: UnsafeMutableRawPointer, bytes: Int)] = []
        private(set) var components = PictureComponents()

        /// Fills every byte with `value`.
        init(_ format: FormatDescription, value: UInt8) throws {
            self.format = format
            var made: [PictureComponents.Component] = []
            for index in 0..<format.pixelFormat.componentCount {
                let row = format.pixelFormat.rowBytes(component: index, width: format.size.width)
                let rows = format.pixelFormat.rows(component: index, height: format.size.height)
                let start = try map(row * rows)
                start.initializeMemory(as: UInt8.self, repeating: value, count: row * rows)
                made.append(PictureComponents.Component(base: start, bytesPerRow: row))
            }
            components = PictureComponents(
                made[0],
                made.count > 1 ? made[1] : nil,
                made.count > 2 ? made[2] : nil
            )
        }

        deinit {
            for (base, bytes) in mappings { munmap(base, bytes) }
        }

        private func map(_ bytes: Int) throws -> UnsafeMutableRawPointer {
            let page = 4096
            let body = (bytes + page - 1) / page * page
            let base = mmap(
                nil,
                body + page,
                PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS,
                -1,
                0
            )
            guard let base, base != MAP_FAILED else { throw POSIXError(.ENOMEM) }
            mappings.append((base, body + page))
            guard mprotect(base + body, page, PROT_NONE) == 0 else { throw POSIXError(.EACCES) }
            return base + body - bytes
        }

        func layer(_ view: ViewName, in bounds: PixelRect, _ gravity: VideoGravity) -> DrawLayer {
            let sample = SampleBuffer(
                picture: PictureID(rawValue: 0),
                format: format,
                number: 0,
                pts: .zero,
                decoded: MonotonicTime(nanoseconds: 0)
            )
            return DrawLayer(
                placement: SceneLayer(view: view, sample: sample, bounds: bounds, gravity: gravity),
                components: components
            )
        }
    }

    private static let sizes: [PixelSize] = [
        (1, 1), (2, 1), (1, 2), (3, 3), (1, 200), (200, 1), (5, 300), (300, 5), (17, 31),
        (64, 48), (127, 65), (321, 243), (640, 360),
    ].map { PixelSize(width: $0, height: $1) }

    /// No step reads past a picture's last byte, whatever the sizes; a byte
    /// beyond would end the process.
    @Test(arguments: PixelFormat.allCases, Backend.allCases)
    func picturesAreReadWithinTheirMemory(format: PixelFormat, backend: Backend) throws {
        // Drivers copy whole components; the CPU's kernels depend on every size.
        let outputs: [(Int32, Int32)] =
            backend == .gles ? [(20, 15)] : [(1, 1), (2, 3), (107, 61), (330, 250)]
        for output in outputs {
            let compositor = try backend.open(output.0, output.1)
            for size in Self.sizes {
                for rotation in Rotation.allCases {
                    let picture = try GuardedPicture(
                        FormatDescription(pixelFormat: format, size: size, rotation: rotation),
                        value: 128
                    )
                    for gravity in [VideoGravity.resize, .resizeAspectFill] {
                        let layer = picture.layer(.main, in: PixelRect(compositor.size), gravity)
                        let list = Scene(main: layer, pip: nil)
                        try withExtendedLifetime(picture) { try compositor.draw(list) }
                    }
                }
            }
        }
    }

    /// One colour stays one colour, to the last row and column.
    @Test(arguments: PixelFormat.allCases, Backend.allCases)
    func anySizeFillsItsPlace(format: PixelFormat, backend: Backend) throws {
        let compositor = try backend.open(61, 47)
        for size in Self.sizes where size.width * size.height < 10_000 {
            let description = FormatDescription(pixelFormat: format, size: size)
            let picture = TestPicture.make(description) { _, _ in .gray }
            let image = try compositor.show(picture, gravity: .resize)
            #expect(image.pixels.allSatisfy { isClose($0, .gray, 2) }, "\(size)")
        }
    }

    @Test(arguments: Backend.allCases)
    func theLargestPicturesAreDrawn(backend: Backend) throws {
        let compositor = try backend.open(32, 32)
        for rotation in [Rotation.none, .clockwise90] {
            let picture = try GuardedPicture(
                FormatDescription(
                    pixelFormat: .i420,
                    size: PixelSize(width: 8192, height: 8192),
                    rotation: rotation,
                    colorimetry: Colorimetry(matrix: .bt709, range: .full)
                ),
                value: 128
            )
            let layer = picture.layer(.main, in: PixelRect(compositor.size), .resize)
            try withExtendedLifetime(picture) {
                try compositor.draw(Scene(main: layer, pip: nil))
            }
            #expect(try Image(compositor).pixels.allSatisfy { isClose($0, .gray, 1) })
        }
    }

    @Test(arguments: Backend.allCases)
    func framebuffersBeyondTheLimitAreRefused(backend: Backend) throws {
        let compositor = try backend.open(16, 16)
        let size = PixelSize(width: 100_000, height: 16)
        let error = #expect(throws: CompositingError.self) { try compositor.resize(to: size) }
        guard case .tooLarge(size, let limit)? = error else {
            Issue.record("\(String(describing: error)) is not tooLarge")
            return
        }
        #expect(limit < 100_000)
        #expect(error?.layerError == .invalidSize)
    }

    @Test func picturesBeyondTheTextureLimitAreRefused() throws {
        let compositor = try GLESCompositor.open(size: PixelSize(width: 16, height: 16))
        let size = PixelSize(width: 40000, height: 2)
        let format = FormatDescription(pixelFormat: .gray8, size: size)
        let picture = TestPicture.make(format) { _, _ in .gray }
        let error = #expect(throws: CompositingError.self) { try compositor.show(picture) }
        guard case .tooLarge(size, _)? = error else {
            Issue.record("\(String(describing: error)) is not tooLarge")
            return
        }
    }

    @Test(arguments: Backend.allCases)
    func emptyThingsDrawNothing(backend: Backend) throws {
        let compositor = try backend.open(16, 16)
        let format = FormatDescription(
            pixelFormat: .bgra,
            size: PixelSize(width: 4, height: 4)
        )
        let picture = TestPicture.make(format) { _, _ in .white }
        var layer = DrawLayer(picture, in: .zero)
        try compositor.draw(Scene(main: layer, pip: layer))
        layer = DrawLayer(picture, in: PixelRect(compositor.size))
        layer.placement.sample.format.size = PixelSize(width: 0, height: 4)
        try compositor.draw(Scene(main: layer, pip: nil))
        #expect(try Image(compositor).pixels.allSatisfy { $0 == .zero })

        try compositor.resize(to: PixelSize(width: 0, height: 0))
        layer = DrawLayer(picture, in: PixelRect(x: 0, y: 0, width: 4, height: 4))
        try withExtendedLifetime(picture) {
            try compositor.draw(Scene(main: layer, pip: nil))
        }
        #expect(try Image(compositor).pixels.isEmpty)
    }

    /// Places that no layout gives, but arithmetic may.
    @Test(arguments: Backend.allCases)
    func sourcesOutsideThePictureAreKeptInside(backend: Backend) throws {
        let compositor = try backend.open(16, 16)
        let format = FormatDescription(
            pixelFormat: .i420,
            size: PixelSize(width: 8, height: 8)
        )
        let picture = TestPicture.make(format) { _, _ in .white }
        var layer = DrawLayer(picture, in: PixelRect(compositor.size))
        let sources = [
            SourceRect(x: -5, y: -5, width: 100, height: 100),
            SourceRect(x: 7.99, y: 7.99, width: 1e-9, height: 1e-9),
            SourceRect(x: 20, y: 20, width: 4, height: 4),
            SourceRect(x: 2, y: 2, width: -1, height: 0),
            SourceRect(x: .nan, y: 0, width: .infinity, height: 8),
        ]
        for source in sources {
            layer.placement.source = source
            try withExtendedLifetime(picture) {
                try compositor.draw(Scene(main: layer, pip: nil))
            }
            #expect(try Image(compositor).pixels.allSatisfy { isClose($0, .white, 1) })
        }
    }
}
