import Compositing
import Foundation
import FrameTransport
import Media
import Presentation
import Testing

/// The compositors under test.
enum Backend: String, CaseIterable, Codable, CustomTestStringConvertible {
    case cpu
    case gles
    /// On a display that shows every window as an overlay.
    case planes

    func open(_ width: Int32, _ height: Int32) throws -> any Compositor {
        let size = PixelSize(width: width, height: height)
        switch self {
        case .cpu: return CPUCompositor(size: size)
        case .gles: return try GLESCompositor.open(size: size)
        case .planes:
            let compositor = LayeredCompositor(size: size)
            compositor.acceptsOverlay = { _ in true }
            return compositor
        }
    }

    var testDescription: String { rawValue }
}

/// A copy of a framebuffer.
struct Image: Equatable {
    let width: Int
    let height: Int
    /// Red, green and blue of each pixel, row after row.
    var pixels: [SIMD3<UInt8>]

    init(_ compositor: any Compositor) throws {
        (width, height, pixels) = try compositor.withFramebuffer { bytes, bytesPerRow, size in
            let (width, height) = (Int(size.width), Int(size.height))
            var pixels: [SIMD3<UInt8>] = []
            pixels.reserveCapacity(width * height)
            for y in 0..<height {
                for x in 0..<width {
                    let at = y * bytesPerRow + 4 * x
                    pixels.append(SIMD3(bytes[at + 2], bytes[at + 1], bytes[at]))
                }
            }
            return (width, height, pixels)
        }
    }

    /// Packed BGRA, as `ffmpeg` writes it.
    init(width: Int, height: Int, packed bytes: [UInt8]) {
        self.width = width
        self.height = height
        pixels = (0..<width * height).map {
            SIMD3(bytes[4 * $0 + 2], bytes[4 * $0 + 1], bytes[4 * $0])
        }
    }

    subscript(x: Int, y: Int) -> SIMD3<UInt8> { pixels[y * width + x] }

    /// How far this image is from another of the same size.
    func difference(to other: Image) -> (largest: Int, psnr: Double) {
        var largest = 0
        var sum = 0.0
        for (one, two) in zip(pixels, other.pixels) {
            for channel in 0..<3 {
                let difference = abs(Int(one[channel]) - Int(two[channel]))
                largest = max(largest, difference)
                sum += Double(difference * difference)
            }
        }
        let mean = sum / Double(3 * pixels.count)
        return (largest, mean == 0 ? .infinity : 10 * log10(255 * 255 / mean))
    }
}

/// Whether each channel is within `tolerance`.
func isClose(_ pixel: SIMD3<UInt8>, _ expected: SIMD3<Double>, _ tolerance: Double) -> Bool {
    (0..<3).allSatisfy { abs(Double(pixel[$0]) - expected[$0]) <= tolerance }
}

/// Whether a pixel looks like a pure colour, whatever codes did to it.
func isClose(_ pixel: SIMD3<UInt8>, _ color: Color, _ tolerance: Double = 4) -> Bool {
    guard case .rgb(let red, let green, let blue) = color else { return false }
    return isClose(pixel, SIMD3(red, green, blue), tolerance)
}

extension DrawLayer {
    /// A picture in a view, laid out as the pipeline does.
    init(
        _ picture: TestPicture,
        _ view: ViewName = .main,
        in bounds: PixelRect,
        gravity: VideoGravity = .resizeAspect,
        style: WindowStyle = .plain
    ) {
        self.init(
            placement: SceneLayer(
                view: view,
                sample: picture.sample(),
                bounds: bounds,
                gravity: gravity,
                style: style
            ),
            components: picture.components
        )
    }
}

extension Compositor {
    /// Composes a scene, whatever of it is drawn.
    func draw(_ scene: Scene) throws(CompositingError) {
        _ = try compose(scene)
    }

    /// Composes one main picture that fills the output by `gravity`, and reads it back.
    func show(_ picture: TestPicture, gravity: VideoGravity = .resize) throws -> Image {
        let layer = DrawLayer(picture, in: PixelRect(size), gravity: gravity)
        try withExtendedLifetime(picture) {
            try draw(Scene(main: layer, pip: nil))
        }
        return try Image(self)
    }
}
