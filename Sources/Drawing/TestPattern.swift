package import Media

/// Draws the built-in moving picture: colour bars, a block that runs to and
/// fro, a clock of the stream's time and a large frame counter.
///
///     ┌───────────────────────────┐
///     │  75 % colour bars         │  BT.709, limited range
///     │  ┌─────────────────────┐  │
///     │  │       000123        │  │  frame counter
///     │  └─────────────────────┘  │
///     ├─── ■ ─────────────────────┤  one step a frame
///     │ 00:00:04.100   1280x720@30│  clock; what it is
///     └───────────────────────────┘
///
/// The background is drawn once into each buffer. A picture costs only its
/// moving parts: the counter's panel, the lane and the clock.
///
/// Thread: reentrant.
package struct TestPattern: Sendable {
    package let format: FormatDescription
    package let rate: Hertz
    private let layout: Layout

    package init(size: PixelSize, rate: Hertz) {
        format = FormatDescription(
            pixelFormat: .i420,
            size: size,
            colorimetry: Colorimetry(matrix: .bt709, range: .limited)
        )
        self.rate = rate
        layout = Layout(size)
    }

    /// Where things are; all clipped, so that the smallest picture holds what fits.
    private struct Layout {
        let bars: PixelRect
        let panel: PixelRect
        let lane: PixelRect
        let footer: PixelRect
        let counterDot: Int32
        let clockDot: Int32

        init(_ size: PixelSize) {
            let barsHeight = size.height * 3 / 4 & ~1
            let laneHeight = max(2, size.height / 10 & ~1)
            bars = PixelRect(x: 0, y: 0, width: size.width, height: barsHeight)
            lane = PixelRect(x: 0, y: barsHeight, width: size.width, height: laneHeight)
            footer = PixelRect(
                x: 0,
                y: lane.maxY,
                width: size.width,
                height: size.height - lane.maxY
            )
            counterDot = max(
                1,
                min(size.height / 32, size.width / Int32(digits * BitmapFont.advance + 4))
            )
            clockDot = max(1, min(footer.height / 10, size.width / 180))
            let width = I420Canvas.width(of: digits, dot: counterDot) + 4 * counterDot
            let height = Int32(BitmapFont.rows + 4) * counterDot
            // A picture too narrow for the counter shows its last digits.
            let left = width > size.width ? size.width - width : (size.width - width) / 2
            panel = PixelRect(
                x: left & ~1,
                y: (barsHeight - height) / 2 & ~1,
                width: width,
                height: height
            )
        }
    }

    private static let digits = 6

    /// The time of a picture: exact for every number, never a sum of rounded steps.
    package func pts(of number: UInt64) -> MediaTime {
        let seconds = number.multipliedFullWidth(by: UInt64(rate.denominator) * 1_000_000_000)
        return MediaTime(
            nanoseconds: Int64(UInt64(rate.numerator).dividingFullWidth(seconds).quotient)
        )
    }

    /// Draws what never changes; a buffer needs it once.
    package func drawBackground(on canvas: I420Canvas) {
        let levels: [(Double, Double, Double)] = [
            (1, 1, 1), (1, 1, 0), (0, 1, 1), (0, 1, 0), (1, 0, 1), (1, 0, 0), (0, 0, 1), (0, 0, 0),
        ]
        let count = Int32(levels.count)
        for (index, level) in levels.enumerated() {
            // Edges on even columns, so that no chroma sample belongs to two bars.
            let left = layout.bars.width * Int32(index) / count & ~1
            let right =
                index + 1 == levels.count
                ? layout.bars.width : layout.bars.width * Int32(index + 1) / count & ~1
            canvas.fill(
                PixelRect(x: left, y: 0, width: right - left, height: layout.bars.height),
                YUVColor(red: 0.75 * level.0, green: 0.75 * level.1, blue: 0.75 * level.2)
            )
        }
        canvas.fill(layout.panel, .black)
        canvas.fill(layout.lane, YUVColor(y: 60))
        canvas.fill(layout.footer, .black)
        let label = "\(format.size)@\(rate)"
        canvas.draw(
            label.utf8,
            x: format.size.width - I420Canvas.width(of: label.utf8.count + 1, dot: layout.clockDot),
            y: footerTextTop,
            dot: layout.clockDot,
            luma: 180
        )
    }

    /// Draws the picture of this number over a background or another picture.
    package func draw(_ number: UInt64, on canvas: I420Canvas) {
        drawCounter(number, on: canvas)
        drawBlock(number, on: canvas)
        drawClock(pts(of: number), on: canvas)
    }

    private var footerTextTop: Int32 {
        layout.footer.y + (layout.footer.height - Int32(BitmapFont.rows) * layout.clockDot) / 2
    }

    private func drawCounter(_ number: UInt64, on canvas: I420Canvas) {
        canvas.fillLuma(layout.panel, 16)
        canvas.draw(
            Digits(number % 1_000_000, count: Self.digits),
            x: layout.panel.x + 2 * layout.counterDot,
            y: layout.panel.y + 2 * layout.counterDot,
            dot: layout.counterDot
        )
    }

    /// The block crosses the picture in two seconds, whatever the rate.
    private func drawBlock(_ number: UInt64, on canvas: I420Canvas) {
        canvas.fillLuma(layout.lane, 60)
        let side = layout.lane.height
        let way = Int64(max(1, format.size.width - side))
        let phase = pts(of: number).nanoseconds % 4_000_000_000
        let there = phase < 2_000_000_000 ? phase : 4_000_000_000 - phase
        let x = Int32(way * there / 2_000_000_000)
        canvas.fillLuma(PixelRect(x: x, y: layout.lane.y, width: side, height: side), 235)
    }

    /// `hh:mm:ss.mmm`.
    private func drawClock(_ pts: MediaTime, on canvas: I420Canvas) {
        let dot = layout.clockDot
        let milliseconds = UInt64(pts.nanoseconds / 1_000_000)
        let fields: [(value: UInt64, count: Int, end: UInt8?)] = [
            (milliseconds / 3_600_000 % 100, 2, 0x3A),
            (milliseconds / 60_000 % 60, 2, 0x3A),
            (milliseconds / 1_000 % 60, 2, 0x2E),
            (milliseconds % 1_000, 3, nil),
        ]
        var x = Int32(BitmapFont.advance) * dot
        canvas.fillLuma(
            PixelRect(
                x: x,
                y: footerTextTop,
                width: I420Canvas.width(of: 12, dot: dot),
                height: Int32(BitmapFont.rows) * dot
            ),
            16
        )
        for field in fields {
            canvas.draw(Digits(field.value, count: field.count), x: x, y: footerTextTop, dot: dot)
            x += Int32(field.count * BitmapFont.advance) * dot
            guard let end = field.end else { return }
            canvas.draw(CollectionOfOne(end), x: x, y: footerTextTop, dot: dot)
            x += Int32(BitmapFont.advance) * dot
        }
    }
}

/// The decimal digits of a number as ASCII, with leading zeros, without a string.
private struct Digits: Sequence, IteratorProtocol {
    private let value: UInt64
    private var divisor: UInt64

    init(_ value: UInt64, count: Int) {
        self.value = value
        divisor = (0..<count).reduce(1) { power, _ in power * 10 }
    }

    mutating func next() -> UInt8? {
        divisor /= 10
        guard divisor > 0 else { return nil }
        return 0x30 + UInt8(value / divisor % 10)
    }
}
