public import Addressing
public import Media

/// What a camera can deliver, as it says itself.
public struct CameraOffer: Hashable, Sendable {
    public var formats: [Format]

    public init(formats: [Format] = []) {
        self.formats = formats
    }

    /// One pixel format.
    public struct Format: Hashable, Sendable {
        /// The kernel's code, such as `YUYV`.
        public var fourCC: FourCC
        /// The driver's own words, such as "Motion-JPEG".
        public var description: String
        /// Whether a library makes it up from another one.
        public var isEmulated: Bool
        /// Empty for a format that is not shown. A driver that enumerates none
        /// may do any.
        public var sizes: [Size]

        public init(
            fourCC: FourCC,
            description: String = "",
            isEmulated: Bool = false,
            sizes: [Size] = []
        ) {
            self.fourCC = fourCC
            self.description = description
            self.isEmulated = isEmulated
            self.sizes = sizes
        }

        /// What pipd takes it as; nil for one that it does not show.
        public var code: CameraCode? { CameraCode(fourCC: fourCC.rawValue) }

        /// What a configuration calls it, or the kernel's code of one that is not shown.
        public var name: String { code?.rawValue ?? fourCC.text }
    }

    /// One picture size, or all from `smallest` to `largest` in steps.
    public struct Size: Hashable, Sendable {
        public var smallest: PixelSize
        public var largest: PixelSize
        /// The distance between two widths and two heights; at least 1x1.
        public var step: PixelSize
        public var rates: Rates

        public init(_ size: PixelSize, rates: Rates) {
            smallest = size
            largest = size
            step = PixelSize(width: 1, height: 1)
            self.rates = rates
        }

        public init(_ smallest: PixelSize, to largest: PixelSize, step: PixelSize, rates: Rates) {
            self.smallest = smallest
            self.largest = largest
            self.step = PixelSize(width: max(1, step.width), height: max(1, step.height))
            self.rates = rates
        }

        func contains(_ size: PixelSize) -> Bool {
            (smallest.width...max(smallest.width, largest.width)).contains(size.width)
                && (smallest.height...max(smallest.height, largest.height)).contains(size.height)
                && (size.width - smallest.width) % step.width == 0
                && (size.height - smallest.height) % step.height == 0
        }

        /// The largest of these sizes that lies within `bounds`; nil when none does.
        func largest(within bounds: PixelSize) -> PixelSize? {
            guard smallest.width <= bounds.width, smallest.height <= bounds.height else {
                return nil
            }
            return PixelSize(
                width: Self.last(smallest.width, min(largest.width, bounds.width), step.width),
                height: Self.last(smallest.height, min(largest.height, bounds.height), step.height)
            )
        }

        private static func last(_ start: Int32, _ end: Int32, _ step: Int32) -> Int32 {
            start + (max(start, end) - start) / step * step
        }
    }

    /// Frame rates of one size.
    public enum Rates: Hashable, Sendable {
        /// In any order.
        case discrete([Hertz])
        /// Every rate in between.
        case range(Hertz, Hertz)
        /// The driver does not say.
        case unknown
    }
}
