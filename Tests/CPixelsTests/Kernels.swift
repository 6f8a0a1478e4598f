import CPixels
import Testing

/// The functions of one level, over fenced rows.
struct Kernels: CustomTestStringConvertible {
    let level: cpixels_level
    let side: FencedRow.Side

    var testDescription: String { "level \(level.rawValue), fence \(side)" }

    private var functions: cpixels_kernels { cpixels_kernels(level).pointee }

    static let plain = Self(level: CPIXELS_PLAIN, side: .behind)

    /// All that this processor has, at both fences.
    static var all: [Self] {
        let levels = [CPIXELS_PLAIN, CPIXELS_AVX2, CPIXELS_AVX512]
        return levels.filter { $0.rawValue <= cpixels_best_level().rawValue }.flatMap { level in
            FencedRow.Side.allCases.map { Self(level: level, side: $0) }
        }
    }

    func mixRows(_ first: [UInt8], _ second: [UInt8], share: Int32) throws -> [UInt8] {
        let (one, two) = (try row(first), try row(second))
        let target = try FencedRow(count: first.count, at: side)
        functions.mix_rows(target.bytes, one.bytes, two.bytes, share, first.count)
        return withExtendedLifetime((one, two)) { target.values }
    }

    func scaleColumns(_ source: [UInt8], positions: [UInt32]) throws -> [UInt8] {
        let bytes = cpixels_columns_bytes(positions.count)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
        defer { memory.deallocate() }
        let columns = cpixels_prepare_columns(
            memory,
            positions,
            positions.count,
            source.count,
            level
        )
        let row = try row(source)
        let target = try FencedRow(count: positions.count, at: side)
        cpixels_scale_columns(target.bytes, row.bytes, columns)
        return withExtendedLifetime(row) { target.values }
    }

    /// A row of pixels of colour that has half its width.
    func shade(_ picture: Picture, _ matrix: cpixels_matrix) throws -> [UInt8] {
        let width = picture.luma.count
        let samples = (width + 1) / 2
        let tints = try (0..<3).map { _ in try FencedRow(count: 2 * (samples + 2), at: side) }
        var places = cpixels_tints(
            red: tints[0].entries + 1,
            green: tints[1].entries + 1,
            blue: tints[2].entries + 1
        )
        let (near, far) = (try Rows(picture.near, at: side), try Rows(picture.far, at: side))
        let luma = try row(picture.luma)
        let target = try FencedRow(count: 4 * width, at: side)
        withUnsafePointer(to: matrix) { matrix in
            functions.tint(&places, near.color, far.color, samples, matrix)
            functions.shade(target.bytes, luma.bytes, &places, width, matrix)
        }
        return withExtendedLifetime((tints, near, far, luma)) { target.values }
    }

    /// A row of pixels that have each their own colour: the nearer one.
    func convert(_ picture: Picture, _ matrix: cpixels_matrix) throws -> [UInt8] {
        let width = picture.luma.count
        let (luma, color) = (try row(picture.luma), try Rows(picture.near, at: side))
        let target = try FencedRow(count: 4 * width, at: side)
        withUnsafePointer(to: matrix) { matrix in
            functions.convert(target.bytes, luma.bytes, color.color, width, matrix)
        }
        return withExtendedLifetime((luma, color)) { target.values }
    }

    private func row(_ values: [UInt8]) throws -> FencedRow { try FencedRow(values, at: side) }
}

/// A row of each colour difference.
private final class Rows {
    private let u: FencedRow
    private let v: FencedRow

    init(_ color: Picture.Color, at side: FencedRow.Side) throws {
        u = try FencedRow(color.u, at: side)
        v = try FencedRow(color.v, at: side)
    }

    var color: cpixels_color { cpixels_color(u: u.bytes, v: v.bytes) }
}

/// Samples of one row of pixels.
struct Picture {
    var luma: [UInt8]
    var near: Color
    var far: Color

    struct Color {
        var u: [UInt8]
        var v: [UInt8]
    }
}
