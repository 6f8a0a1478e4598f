internal import CFFmpeg
package import Media

/// How a decoded picture becomes an upright one: of libavutil's nine numbers those that turn and
/// mirror it.
package struct DisplayMatrix {
    private let columns: (x: (Int32, Int32), y: (Int32, Int32))

    /// - Parameter data: Nine numbers, as in `AV_FRAME_DATA_DISPLAYMATRIX`.
    package init(_ data: UnsafePointer<UInt8>) {
        func number(_ place: Int) -> Int32 {
            UnsafeRawPointer(data).loadUnaligned(fromByteOffset: 4 * place, as: Int32.self)
        }
        columns = ((number(0), number(1)), (number(3), number(4)))
    }

    /// Whether it is to be seen in a mirror: no turn makes it upright.
    package var isMirrored: Bool {
        Double(columns.x.0) * Double(columns.y.1) < Double(columns.x.1) * Double(columns.y.0)
    }

    /// How far it is to be turned.
    ///
    /// The corresponding C function is `av_display_rotation_get`, which counts anticlockwise.
    ///
    /// - Parameter isReversed: Whether the picture's rows were put in the other order before.
    /// - Returns: The nearest quarter turn.
    package func rotation(whenReversed isReversed: Bool = false) -> Rotation {
        let sign: Int32 = isReversed ? -1 : 1
        let (x, y) = columns
        // The least number has no opposite, and next to it makes no difference.
        let numbers: Numbers = (x.0, x.1, 0, y.0 &* sign, y.1 &* sign, 0, 0, 0, 0)
        return withUnsafeBytes(of: numbers) { bytes in
            Rotation(
                nearestToDegrees: -av_display_rotation_get(
                    bytes.baseAddress?.assumingMemoryBound(to: Int32.self)
                )
            )
        }
    }

    private typealias Numbers = (
        Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32
    )
}
