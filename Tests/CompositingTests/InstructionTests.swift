import Compositing
import Media
import Pixels
import Testing

/// The CPU compositor with every kind of instructions that the processor has.
@Suite struct InstructionTests {
    struct Case: CustomTestStringConvertible {
        let format: PixelFormat
        let size: PixelSize
        let target: PixelSize
        var rotation = Rotation.none

        var testDescription: String {
            "\(format.name) \(size) to \(target), \(rotation.rawValue)°"
        }

        /// Unscaled, shrunk less and more than by half, grown, and both at once;
        /// wide enough for every register, and too narrow for any.
        static let all: [Self] = PixelFormat.allCases.flatMap { format in
            upright(format) + turned(format)
        }

        private static func turned(_ format: PixelFormat) -> [Self] {
            [Rotation.clockwise90, .halfTurn, .clockwise270].flatMap { rotation in
                [(150, 91, 91, 150), (99, 75, 40, 130)].map { width, height, across, down in
                    Self(
                        format: format,
                        size: PixelSize(width: width, height: height),
                        target: PixelSize(width: across, height: down),
                        rotation: rotation
                    )
                }
            }
        }

        private static func upright(_ format: PixelFormat) -> [Self] {
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
            let format = FormatDescription(pixelFormat: format, size: size, rotation: rotation)
            return try compositor.show(
                TestPicture.make(format) { x, y in
                    // Slopes, so that places count, and steps, so that neighbours do.
                    let step: Double = (x / 16 + y / 16) % 2 == 0 ? 40 : 0
                    return .rgb(Double(x % 90) + 80 + step, Double(y % 100) + 70, 190 - step)
                }
            )
        }
    }

    private static func has(_ instructions: PixelInstructions) -> Bool {
        PixelInstructions.available.contains(instructions)
    }

    @Test(.enabled(if: has(.bits128), "no SSE4.1, no NEON"), arguments: Case.all)
    func registersOf128BitsDrawTheSamePixels(test: Case) throws {
        #expect(try test.image(.bits128) == test.image(.plain))
    }

    @Test(.enabled(if: has(.bits256), "no AVX2"), arguments: Case.all)
    func registersOf256BitsDrawTheSamePixels(test: Case) throws {
        #expect(try test.image(.bits256) == test.image(.plain))
    }

    @Test(.enabled(if: has(.bits512), "no AVX-512"), arguments: Case.all)
    func registersOf512BitsDrawTheSamePixels(test: Case) throws {
        #expect(try test.image(.bits512) == test.image(.plain))
    }

    @Test func theRendererSaysWhatDraws() {
        let renderers = PixelInstructions.available.map { instructions in
            let framebuffer = Framebuffer(size: PixelSize(width: 16, height: 16))
            return CPUCompositor(framebuffer: framebuffer, instructions).renderer
        }
        #expect(renderers.first == "plain C")
        #expect(Set(renderers).count == renderers.count)
    }
}
