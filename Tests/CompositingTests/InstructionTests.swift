import Compositing
import Media
import Testing

/// The CPU compositor with every kind of instructions that the processor has.
@Suite struct InstructionTests {
    struct Case: CustomTestStringConvertible {
        let format: PixelFormat
        let size: PixelSize
        let target: PixelSize

        var testDescription: String { "\(format.name) \(size) to \(target)" }

        /// Unscaled, shrunk less and more than by half, grown, and both at once;
        /// wide enough for every register, and too narrow for any.
        static let all: [Self] = PixelFormat.allCases.flatMap { format in
            [
                ((301, 67), (301, 67)), ((320, 180), (214, 120)), ((320, 180), (70, 40)),
                ((199, 101), (331, 181)), ((150, 90), (300, 60)), ((150, 90), (100, 177)),
                ((9, 7), (9, 7)), ((9, 7), (13, 5)), ((1, 1), (3, 2)), ((130, 1), (130, 3)),
            ].map { size, target in
                Self(
                    format: format,
                    size: PixelSize(width: size.0, height: size.1),
                    target: PixelSize(width: target.0, height: target.1)
                )
            }
        }

        func image(_ instructions: PixelInstructions) throws -> Image {
            let compositor = CPUCompositor(
                framebuffer: Framebuffer(size: target),
                instructions
            )
            let format = FormatDescription(pixelFormat: format, size: size)
            return try compositor.show(
                TestPicture.make(format) { x, y in
                    // Slopes, so that places count, and steps, so that neighbours do.
                    let step: Double = (x / 16 + y / 16) % 2 == 0 ? 40 : 0
                    return .rgb(Double(x % 90) + 80 + step, Double(y % 100) + 70, 190 - step)
                }
            )
        }
    }

    @Test(arguments: Case.all)
    func widerInstructionsDrawTheSamePixels(test: Case) throws {
        let own = PixelInstructions.available.filter { $0 != .plain }
        let images = try own.map { try test.image($0) }
        #expect(images.allSatisfy { $0 == images[0] })
    }

    /// Within libyuv's rounding: its factors have 6 bits, ours 13. Of 10 bits
    /// cut to 8, ours give back what is lost on average.
    @Test(arguments: Case.all)
    func pixelsAreThoseOfTheLibrary(test: Case) throws {
        let plain = try test.image(.plain)
        for instructions in PixelInstructions.available {
            let (largest, _) = try test.image(instructions).difference(to: plain)
            #expect(largest <= 2, "\(instructions)")
        }
    }

    @Test func theRendererSaysWhatDraws() {
        let renderers = PixelInstructions.available.map { instructions in
            let framebuffer = Framebuffer(size: PixelSize(width: 16, height: 16))
            return CPUCompositor(framebuffer: framebuffer, instructions).renderer
        }
        #expect(renderers.allSatisfy { $0.hasPrefix("libyuv ") })
        #expect(Set(renderers).count == renderers.count)
    }
}
