/// The loops over samples. They are compiled to vector instructions: no branch,
/// no call and no check inside. Memory is the caller's; counts are at least 1.
///
/// Samples are single-precision numbers on their way: rounding happens once,
/// in the finished pixel.
enum RowKernels {
    typealias Row = UnsafeMutablePointer<Float>

    /// What a row counts in a sum of rows.
    struct Share {
        var weight: Float
        /// Whether it is added to what is there, rather than replacing it.
        var adds: Bool
    }

    /// Sets `output` to a row's share, or adds it.
    static func read(
        _ row: UnsafeRawPointer,
        _ layout: SampleLayout,
        _ share: Share,
        to output: UnsafeMutableBufferPointer<Float>
    ) {
        switch layout.elementBytes {
        case 1: read(row, UInt8.self, layout, share, output)
        case 2: read(row, UInt16.self, layout, share, output)
        default: read(row, UInt32.self, layout, share, output)
        }
    }

    @inline(__always)
    private static func read<Element: FixedWidthInteger & BitwiseCopyable>(
        _ row: UnsafeRawPointer,
        _ element: Element.Type,
        _ layout: SampleLayout,
        _ share: Share,
        _ output: UnsafeMutableBufferPointer<Float>
    ) {
        guard let target = output.baseAddress else { return }
        let (shift, mask, count) = (layout.shift, layout.mask, output.count)
        let weight = share.weight
        // Two loops: a choice inside would keep them from becoming vector instructions.
        if share.adds {
            for index in 0..<count {
                target[index] += weight * sample(row, element, index, shift, mask)
            }
        } else {
            for index in 0..<count {
                target[index] = weight * sample(row, element, index, shift, mask)
            }
        }
    }

    @inline(__always)
    private static func sample<Element: FixedWidthInteger & BitwiseCopyable>(
        _ row: UnsafeRawPointer,
        _ element: Element.Type,
        _ index: Int,
        _ shift: Int32,
        _ mask: Int32
    ) -> Float {
        let offset = index &* MemoryLayout<Element>.size
        let bits = Int32(truncatingIfNeeded: row.loadUnaligned(fromByteOffset: offset, as: element))
        // The sign that the shift drags along is outside the mask.
        return Float((bits &>> shift) & mask)
    }

    /// Scales a row by `filter`, whose kind is not `identity`.
    static func scale(_ row: Row, _ filter: AxisFilter, to output: Row) {
        if filter.kind == .doubling {
            double(row, filter.firsts.count, output)
            return
        }
        let taps = filter.taps
        filter.firsts.withUnsafeBufferPointer { firsts in
            filter.weights.withUnsafeBufferPointer { weights in
                guard var weight = weights.baseAddress, let first = firsts.baseAddress else {
                    return
                }
                for index in 0..<firsts.count {
                    let samples = row + first[index]
                    var sum = samples[0] * weight[0]
                    for tap in 1..<max(taps, 1) { sum += samples[tap] * weight[tap] }
                    output[index] = sum
                    weight += taps
                }
            }
        }
    }

    /// Two samples for each, a quarter of a sample's width from its middle.
    private static func double(_ row: Row, _ count: Int, _ output: Row) {
        let pairs = (count - 1) / 2
        output[0] = row[0]
        for index in 0..<pairs {
            let (left, right) = (row[index], row[index &+ 1])
            output[2 &* index &+ 1] = 0.75 * left + 0.25 * right
            output[2 &* index &+ 2] = 0.25 * left + 0.75 * right
        }
        if count % 2 == 0 { output[count - 1] = row[pairs] }
    }

    /// Makes pixels of luma and colour differences.
    static func convert(
        _ rows: (luma: Row, blue: Row, red: Row),
        _ conversion: ColorConversion,
        to pixels: UnsafeMutableRawPointer,
        count: Int
    ) {
        let (luma, blueDifference, redDifference) = rows
        for index in 0..<count {
            let light = luma[index] * conversion.luma
            let (blue, red) = (blueDifference[index], redDifference[index])
            // One byte after the other: with all numbers first, the limits of
            // `byte` become branches, and the loop takes three times as long.
            var word = byte(light + blue * conversion.blueOfBlue + conversion.blueOffset)
            let green = blue * conversion.greenOfBlue + red * conversion.greenOfRed
            word |= byte(light + green + conversion.greenOffset) << 8
            word |= byte(light + red * conversion.redOfRed + conversion.redOffset) << 16
            store(word, to: pixels, index)
        }
    }

    /// Makes pixels of blue, green and red.
    static func pack(
        _ rows: (blue: Row, green: Row, red: Row),
        to pixels: UnsafeMutableRawPointer,
        count: Int
    ) {
        for index in 0..<count {
            var word = byte(rows.blue[index])
            word |= byte(rows.green[index]) << 8
            word |= byte(rows.red[index]) << 16
            store(word, to: pixels, index)
        }
    }

    /// Writes blue, green, red and 255 in the order of memory.
    @inline(__always)
    private static func store(_ word: UInt32, to pixels: UnsafeMutableRawPointer, _ index: Int) {
        let pixel = (word | 0xFF00_0000).littleEndian
        pixels.storeBytes(of: pixel, toByteOffset: index &* 4, as: UInt32.self)
    }

    /// The nearest of 0 to 255.
    @inline(__always)
    private static func byte(_ value: Float) -> UInt32 {
        // In this form each line is one instruction.
        let positive = value > 0 ? value : 0
        let limited = positive < 255 ? positive : 255
        // From 2^23 on, a Float has no fractions: adding it rounds, and leaves
        // the whole number in the lowest bits. `UInt32(_:)` checks its argument,
        // which keeps the loop from becoming vector instructions.
        return (limited + 8_388_608).bitPattern & 0xFF
    }
}
