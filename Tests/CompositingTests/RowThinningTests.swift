import FrameTransport
import Media
import Pixels
import Presentation
import Testing

@testable import Compositing

/// Pictures that are far larger than the window they are in.
@Suite struct RowThinningTests {
    private static func content(
        _ format: PixelFormat,
        _ picture: PixelSize,
        in window: PixelSize,
        rotation: Rotation = .none
    ) throws -> DrawLayout.Content {
        let sample = SampleBuffer(
            picture: PictureID(rawValue: 0),
            format: FormatDescription(pixelFormat: format, size: picture, rotation: rotation),
            number: 0,
            pts: .zero,
            decoded: MonotonicTime(nanoseconds: 0)
        )
        let layer = SceneLayer(
            view: .pip,
            sample: sample,
            bounds: PixelRect(window),
            gravity: .resize
        )
        return try #require(DrawLayout.Content(layer, output: window))
    }

    /// The format, the picture's width and height, the window's height, and every
    /// which row is read.
    @Test(
        arguments: [
            (.i420, 3840, 2160, 180, 1), (.bgra, 3840, 2160, 180, 1), (.i420, 7680, 4320, 180, 2),
            (.i010, 8192, 8192, 320, 8), (.bgra, 8192, 8192, 320, 8), (.bgra, 8192, 8192, 2048, 4),
            // Never less than a row for each of the window's.
            (.bgra, 8192, 8192, 5000, 1), (.gray8, 8192, 8192, 100, 2),
        ] as [(PixelFormat, Int32, Int32, Int32, Int32)]
    )
    func asFewRowsAreReadAsTakeABoundedTime(
        format: PixelFormat,
        width: Int32,
        height: Int32,
        window: Int32,
        step: Int32
    ) throws {
        let content = try Self.content(
            format,
            PixelSize(width: width, height: height),
            in: PixelSize(width: 320, height: window)
        )
        #expect(RowThinning(content).step == step)
    }

    @Test func theRowsOfATurnedPictureAreItsColumnsOnTheScreen() throws {
        let size = PixelSize(width: 8192, height: 8191)
        let content = try Self.content(
            .bgra,
            size,
            in: PixelSize(width: 100, height: 3000),
            rotation: .clockwise90
        )
        let thinning = RowThinning(content)
        #expect(thinning.step == 8)
        let thinned = thinning.thin(content)
        #expect(thinned.format.size == PixelSize(width: 8192, height: 1023))
        #expect(thinned.mapping.across == AxisSpan(start: 0, length: 1023))
        #expect(thinned.mapping.down == content.mapping.down)
    }

    /// A picture of 67 MB that gets lighter from row to row, in every rotation.
    @Test(arguments: Rotation.allCases)
    func aThinnedPictureIsWhereTheWholeOneWouldBe(rotation: Rotation) throws {
        let side = 4096
        let memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: side * side * 4,
            alignment: 64
        )
        defer { memory.deallocate() }
        for row in 0..<side {
            let line = memory[row * side * 4..<(row + 1) * side * 4]
            UnsafeMutableRawBufferPointer(rebasing: line)
                .initializeMemory(as: UInt8.self, repeating: UInt8(row / 16))
        }
        let format = FormatDescription(
            pixelFormat: .bgra,
            size: PixelSize(width: Int32(side), height: Int32(side)),
            rotation: rotation
        )
        let sample = SampleBuffer(
            picture: PictureID(rawValue: 0),
            format: format,
            number: 0,
            pts: .zero,
            decoded: MonotonicTime(nanoseconds: 0)
        )
        let output = PixelRect(x: 0, y: 0, width: 64, height: 64)
        let placement = SceneLayer(view: .pip, sample: sample, bounds: output, gravity: .resize)
        let base = try #require(memory.baseAddress)
        let layer = DrawLayer(
            placement: placement,
            components: PictureComponents(.init(base: base, bytesPerRow: side * 4))
        )
        let compositor = CPUCompositor(size: output.size)
        try compositor.draw(Scene(main: nil, pip: layer))
        let image = try Image(compositor)
        for index in 0..<64 {
            // Of the 64 rows that fall on one, the mean is the 32nd's.
            let stored = Double(4 * index + 2)
            let (pixel, value) =
                switch rotation {
                case .none: (image[20, index], stored)
                case .clockwise90: (image[63 - index, 20], stored)
                case .halfTurn: (image[20, 63 - index], stored)
                case .clockwise270: (image[index, 20], stored)
                }
            #expect(isClose(pixel, SIMD3(repeating: value), 2), "\(index)")
        }
    }
}
