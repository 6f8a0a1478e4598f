import CPixels
import Testing

/// Every level of instructions against the plain one and against the
/// definitions, over rows that end at memory which may not be touched.
@Suite struct KernelTests {
    /// One step of each register's width, one less, one more, several, and odd ones.
    private static let widths =
        Array(1...70) + [95, 96, 97, 127, 128, 129, 191, 255, 256, 257, 480, 1279, 1921]

    private static let matrices = [
        // BT.709 in limited range.
        cpixels_matrix(
            luma: 19077,
            bias: -1160,
            red_v: 14686,
            green_u: -1747,
            green_v: -4366,
            blue_u: 17305
        ),
        // As large as factors get, with luma in full range.
        cpixels_matrix(
            luma: 16384,
            bias: 32,
            red_v: 17545,
            green_u: -8000,
            green_v: -8000,
            blue_u: 17545
        ),
    ]

    @Test(arguments: Kernels.all)
    func rowsAreMixedByTheirShare(kernels: Kernels) throws {
        var random = Random(seed: 1)
        for width in Self.widths {
            let (first, second) = (random.samples(width), random.samples(width))
            for share in [0, 1, 77, 128, 255] as [Int32] {
                let mixed = try kernels.mixRows(first, second, share: share)
                let expected = zip(first, second).map { one, two in
                    UInt8((Int32(one) * (256 - share) + Int32(two) * share + 128) >> 8)
                }
                #expect(mixed == expected, "\(width) columns, \(share) of 256")
            }
        }
    }

    /// From shrinking to just above half to growing eightfold.
    private static let steps = [0.125, 0.5, 0.75, 1, 1.2, 1.5, 1.98, 2]

    @Test(arguments: Kernels.all)
    func columnsAreMadeOfTheirNeighbours(kernels: Kernels) throws {
        var random = Random(seed: 2)
        for width in Self.widths {
            for step in Self.steps {
                let count = max(1, Int(Double(width) * step) + 1)
                let source = random.samples(count)
                let positions = (0..<width).map { index in
                    let middle = (Double(index) + 0.5) * step - 0.5
                    return UInt32((min(max(middle, 0), Double(count - 1)) * 256).rounded())
                }
                let scaled = try kernels.scaleColumns(source, positions: positions)
                let expected = positions.map { position in
                    let (column, share) = (Int(position >> 8), Int(position & 255))
                    let next = Int(source[min(column + 1, count - 1)])
                    return UInt8((Int(source[column]) * (256 - share) + next * share + 128) >> 8)
                }
                #expect(scaled == expected, "\(width) of \(count) columns, \(step) each")
            }
        }
    }

    @Test(arguments: Kernels.all)
    func everyLevelShadesTheSamePixels(kernels: Kernels) throws {
        var random = Random(seed: 3)
        for width in Self.widths {
            let picture = random.picture(width, samples: (width + 1) / 2)
            for matrix in Self.matrices {
                let pixels = try kernels.shade(picture, matrix)
                #expect(try pixels == Kernels.plain.shade(picture, matrix), "\(width) pixels")
            }
        }
    }

    @Test(arguments: Kernels.all)
    func everyLevelConvertsTheSamePixels(kernels: Kernels) throws {
        var random = Random(seed: 4)
        for width in Self.widths {
            let picture = random.picture(width, samples: width)
            for matrix in Self.matrices {
                let pixels = try kernels.convert(picture, matrix)
                #expect(try pixels == Kernels.plain.convert(picture, matrix), "\(width) pixels")
            }
        }
    }

    /// The definition, with colour interpolated in real numbers.
    @Test func shadedPixelsAreWithinRoundingOfTheDefinition() throws {
        var random = Random(seed: 5)
        for matrix in Self.matrices {
            let picture = random.picture(301, samples: 151)
            let pixels = try Kernels.plain.shade(picture, matrix)
            for x in 0..<301 {
                let (near, side) = (x / 2, x % 2 == 0 ? x / 2 - 1 : x / 2 + 1)
                let far = min(max(side, 0), 150)
                func color(_ rows: KeyPath<Picture.Color, [UInt8]>) -> Double {
                    func column(_ x: Int) -> Double {
                        let near = Double(picture.near[keyPath: rows][x])
                        return (3 * near + Double(picture.far[keyPath: rows][x])) / 4
                    }
                    return (3 * column(near) + column(far)) / 4
                }
                let pixel = pixels[4 * x..<4 * x + 4]
                let expected = matrix.pixel(picture.luma[x], color(\.u), color(\.v))
                #expect(expected.isNear(pixel), "\(Array(pixel)) for \(expected) at \(x)")
            }
        }
    }

    @Test func convertedPixelsAreWithinRoundingOfTheDefinition() throws {
        var random = Random(seed: 6)
        for matrix in Self.matrices {
            let picture = random.picture(3001, samples: 3001)
            let pixels = try Kernels.plain.convert(picture, matrix)
            for x in 0..<3001 {
                let pixel = pixels[4 * x..<4 * x + 4]
                let (u, v) = (Double(picture.near.u[x]), Double(picture.near.v[x]))
                let expected = matrix.pixel(picture.luma[x], u, v)
                #expect(expected.isNear(pixel), "\(Array(pixel)) for \(expected) at \(x)")
            }
        }
    }
}

/// A pixel in real numbers, in the order of memory.
private struct RealPixel {
    let channels: [Double]

    /// Within half, and what the fixed point adds to it.
    func isNear(_ pixel: ArraySlice<UInt8>) -> Bool {
        zip(channels, pixel).allSatisfy { abs(min(max($0, 0), 255) - Double($1)) <= 0.56 }
            && pixel.last == 255
    }
}

extension cpixels_matrix {
    fileprivate func pixel(_ luma: UInt8, _ u: Double, _ v: Double) -> RealPixel {
        // The bias holds half of the last bit.
        let light = (Double(luma) * Double(self.luma) / 256 + Double(bias) - 32) / 64
        let (blue, red) = ((u - 128) / 8192, (v - 128) / 8192)
        return RealPixel(channels: [
            light + Double(blue_u) * blue,
            light + Double(green_u) * blue + Double(green_v) * red,
            light + Double(red_v) * red,
        ])
    }
}

/// The same samples in every run (SplitMix64).
private struct Random {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// Half of the samples are extremes.
    mutating func samples(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in
            let value = next()
            let extremes: [UInt8] = [0, 255, 16, 235]
            return value & 1 == 0 ? UInt8(value >> 8 & 255) : extremes[Int(value >> 8 & 3)]
        }
    }

    mutating func picture(_ width: Int, samples count: Int) -> Picture {
        Picture(
            luma: samples(width),
            near: Picture.Color(u: samples(count), v: samples(count)),
            far: Picture.Color(u: samples(count), v: samples(count))
        )
    }

    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
