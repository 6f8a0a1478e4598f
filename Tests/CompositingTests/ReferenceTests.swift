import Compositing
import Foundation
import Media
import Presentation
import TestSupport
import Testing

/// The compositors against libswscale, over pictures made by `ffmpeg`.
///
/// Three things keep the distance from zero. Samples of 10 bits: the CPU drops
/// the last two unrounded, which makes colours up to one of 255 weaker. Colour
/// between its samples: all interpolate it, but swscale places a sample of 4:2:0
/// elsewhere among its pixels when it does not scale. Filters: swscale's bilinear filter widens when it shrinks,
/// the compositors average a power of two of samples and interpolate the rest.
/// The last two show at edges alone: smooth content comes out near everywhere,
/// and no mean shifts.
@Suite struct ReferenceTests {
    @Test(arguments: Clip.all)
    func picturesLookLikeTheReference(clip: Clip) throws {
        let pictures = try ReferencePictures(clip)
        let format = FormatDescription(
            pixelFormat: clip.format,
            size: Clip.size,
            colorimetry: clip.colorimetry
        )
        for expectation in clip.expectations {
            let size = expectation.size
            let reference = try pictures.reference(size)
            for backend in [Backend.cpu, .gles] {
                let compositor = try backend.open(size.width, size.height)
                let image = try compositor.show(TestPicture(format, packed: pictures.source))
                let (largest, psnr) = image.difference(to: reference)
                let comment: Comment = "\(backend) to \(size): \(psnr) dB, \(largest)"
                #expect(psnr >= expectation.psnr, comment)
                #expect(largest <= expectation.largest, comment)
                let shift = image.mean - reference.mean
                let allowed = clip.isTenBits && backend == .cpu ? 1.1 : 0.8
                #expect((0..<3).allSatisfy { abs(shift[$0]) < allowed }, "mean off by \(shift)")
            }
        }
    }
}

/// One picture, shown at several sizes.
struct Clip: CustomTestStringConvertible {
    let content: Content
    let format: PixelFormat
    var colorimetry = Colorimetry(matrix: .bt709, range: .limited)
    let expectations: [Expectation]

    static let size = PixelSize(width: 320, height: 180)

    var isTenBits: Bool { format == .i010 || format == .p010 }

    var testDescription: String {
        "\(content) \(format.name) \(colorimetry.matrix) \(colorimetry.range)"
    }

    enum Content: String {
        /// A gradient of four colours.
        case smooth = "gradients=s=320x180:c0=red:c1=teal:c2=gold:c3=navy:n=4:seed=7:d=1:r=1"
        case bars = "smptehdbars=s=320x180:d=1:r=1"
        /// Colours, ramps, thin lines and text.
        case edges = "testsrc2=s=320x180:d=1:r=1"
    }

    /// How near to the reference a size has to come.
    struct Expectation {
        let size: PixelSize
        /// In decibels, over all three channels.
        let psnr: Double
        /// Of 255.
        let largest: Int
    }

    /// Without `largest`, edges may differ by anything.
    private static func expect(
        _ width: Int32,
        _ height: Int32,
        psnr: Double,
        largest: Int = 255
    ) -> Expectation {
        let size = PixelSize(width: width, height: height)
        return Expectation(size: size, psnr: psnr, largest: largest)
    }

    static var all: [Clip] { colors + formats + edges }

    /// Matrices and ranges, where nothing but the matrix differs.
    private static var colors: [Clip] {
        Colorimetry.Matrix.allCases.flatMap { matrix in
            Colorimetry.Range.allCases.map { range in
                Clip(
                    content: .smooth,
                    format: .i444,
                    colorimetry: Colorimetry(matrix: matrix, range: range),
                    expectations: [expect(320, 180, psnr: 54, largest: 2)]
                )
            }
        }
    }

    /// Formats, unscaled, shrunk by 3:2 and 4:1, and grown.
    private static var formats: [Clip] {
        PixelFormat.allCases.map { format in
            // libswscale takes unscaled luma for full range, whatever it is told.
            let unscaled = format == .gray8 ? [] : [expect(320, 180, psnr: 47, largest: 5)]
            return Clip(
                content: .smooth,
                format: format,
                expectations: unscaled + [
                    expect(214, 120, psnr: 48, largest: 5),
                    expect(80, 45, psnr: 47, largest: 5),
                    expect(480, 270, psnr: 49, largest: 4),
                ]
            )
        }
    }

    private static let edges = [
        Clip(
            content: .bars,
            format: .i444,
            expectations: [expect(320, 180, psnr: 60, largest: 1)]
        ),
        Clip(
            content: .bars,
            format: .i420,
            expectations: [
                expect(320, 180, psnr: 37),
                expect(214, 120, psnr: 37),
            ]
        ),
        Clip(
            content: .edges,
            format: .i444,
            expectations: [expect(320, 180, psnr: 60, largest: 1)]
        ),
        Clip(
            content: .edges,
            format: .i420,
            expectations: [
                expect(320, 180, psnr: 34),
                expect(214, 120, psnr: 36),
                expect(80, 45, psnr: 30),
                expect(480, 270, psnr: 55, largest: 5),
            ]
        ),
    ]
}

/// A clip's picture and what libswscale makes of it, from one run of `ffmpeg`.
private struct ReferencePictures {
    /// Packed, in the clip's format.
    let source: [UInt8]
    private let references: [PixelSize: [UInt8]]

    init(_ clip: Clip) throws {
        let command = Self.command(clip)
        let sizes = clip.expectations.map(\.size)
        var pictures = try ClipCache.bytes(of: command) { try Self.pictures(command, sizes) }[...]
        var references: [PixelSize: [UInt8]] = [:]
        for size in sizes {
            let count = Int(size.width * size.height) * 4
            references[size] = [UInt8](pictures.prefix(count))
            pictures = pictures.dropFirst(count)
        }
        self.references = references
        source = [UInt8](pictures)
    }

    /// The references, one after the other, and the source.
    private static func pictures(_ command: [String], _ sizes: [PixelSize]) throws -> [UInt8] {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("pipd-reference-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Command(command, in: folder.path).run()
        return try (sizes.map { "\($0)" } + ["source"]).flatMap {
            try Data(contentsOf: folder.appendingPathComponent($0))
        }
    }

    enum Failure: Error {
        case noReference
    }

    func reference(_ size: PixelSize) throws -> Image {
        guard let bytes = references[size] else { throw Failure.noReference }
        return Image(width: Int(size.width), height: Int(size.height), packed: bytes)
    }

    private static func command(_ clip: Clip) -> [String] {
        let range = clip.colorimetry.range == .limited ? "limited" : "full"
        let matrix = clip.colorimetry.libavName
        let convert =
            clip.format.isRGB
            ? "null" : "scale=out_color_matrix=\(matrix):out_range=\(range):flags=accurate_rnd"
        let sizes = clip.expectations.map(\.size)
        let outputs = sizes.indices.map { "[in\($0)]" }.joined()
        var graph = "\(clip.content.rawValue),format=gbrp,\(convert),"
        graph += "format=\(clip.format.libavName),split=\(sizes.count + 1)[source]\(outputs)"
        for (index, size) in sizes.enumerated() {
            graph += ";[in\(index)]scale=\(size.width):\(size.height)"
            graph += ":in_color_matrix=\(matrix):in_range=\(range)"
            graph += ":flags=bilinear+accurate_rnd+full_chroma_int+full_chroma_inp"
            graph += ",format=bgra[out\(index)]"
        }
        var command = ["ffmpeg", "-v", "error", "-nostdin", "-filter_complex", graph]
        command += ["-map", "[source]", "-frames:v", "1", "-f", "rawvideo", "source"]
        for (index, size) in sizes.enumerated() {
            command += ["-map", "[out\(index)]", "-frames:v", "1", "-f", "rawvideo", "\(size)"]
        }
        return command
    }
}

extension Image {
    /// The mean of each channel.
    fileprivate var mean: SIMD3<Double> {
        pixels.reduce(into: SIMD3<Double>.zero) { sum, pixel in
            sum += SIMD3(Double(pixel.x), Double(pixel.y), Double(pixel.z))
        } / Double(pixels.count)
    }
}

extension Colorimetry {
    fileprivate var libavName: String {
        switch matrix {
        case .bt601: "bt601"
        case .bt709: "bt709"
        case .bt2020: "bt2020"
        }
    }
}

extension PixelFormat {
    fileprivate var libavName: String {
        switch self {
        case .i420: "yuv420p"
        case .i422: "yuv422p"
        case .i444: "yuv444p"
        case .nv12: "nv12"
        case .yuyv: "yuyv422"
        case .i010: "yuv420p10le"
        case .p010: "p010le"
        case .bgra: "bgra"
        case .rgba: "rgba"
        case .gray8: "gray"
        }
    }
}
