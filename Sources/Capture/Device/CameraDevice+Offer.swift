internal import Addressing
internal import CV4L2
internal import Media

extension CameraDevice {
    /// So many entries of one list are read at most: a driver's list may be endless.
    private static let longestList: UInt32 = 256

    /// What the camera can deliver, in the driver's order; sizes and rates only
    /// of formats that are shown.
    ///
    /// - Throws: `CameraError.call`, when the device is gone.
    func offer() throws(CameraError) -> CameraOffer {
        var offer = CameraOffer()
        for index in 0..<Self.longestList {
            var entry = v4l2_fmtdesc()
            entry.index = index
            entry.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
            guard try enumerates("VIDIOC_ENUM_FMT", cv4l2_VIDIOC_ENUM_FMT, &entry) else { break }
            let isShown = CameraCode(fourCC: entry.pixelformat) != nil
            offer.formats.append(
                CameraOffer.Format(
                    fourCC: FourCC(rawValue: entry.pixelformat),
                    description: text(of: entry.description),
                    isEmulated: entry.flags & UInt32(V4L2_FMT_FLAG_EMULATED) != 0,
                    sizes: isShown ? try sizes(of: entry.pixelformat) : []
                )
            )
        }
        return offer
    }

    /// A driver that does not enumerate may do anything; what it does shows when
    /// it is set up.
    private static let anySize = CameraOffer.Size(
        PixelSize(width: 16, height: 16),
        to: .largest,
        step: PixelSize(width: 1, height: 1),
        rates: .unknown
    )

    private func sizes(of fourCC: UInt32) throws(CameraError) -> [CameraOffer.Size] {
        var sizes: [CameraOffer.Size] = []
        for index in 0..<Self.longestList {
            var entry = v4l2_frmsizeenum()
            entry.index = index
            entry.pixel_format = fourCC
            let isThere = try enumerates(
                "VIDIOC_ENUM_FRAMESIZES",
                cv4l2_VIDIOC_ENUM_FRAMESIZES,
                &entry
            )
            guard isThere else { break }
            if entry.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue {
                let size = PixelSize(entry.discrete.width, entry.discrete.height)
                if size.isShown {
                    let rates = try rates(of: fourCC, size: size)
                    sizes.append(CameraOffer.Size(size, rates: rates))
                }
                continue
            }
            // Continuous or in steps: there is one entry only.
            if let range = try range(entry.stepwise, fourCC) { sizes.append(range) }
            break
        }
        return sizes.isEmpty ? [Self.anySize] : sizes
    }

    private func range(
        _ entry: v4l2_frmsize_stepwise,
        _ fourCC: UInt32
    ) throws(CameraError) -> CameraOffer.Size? {
        let smallest = PixelSize(entry.min_width, entry.min_height)
        let limit = UInt32(PixelSize.largestSide)
        let largest = PixelSize(min(entry.max_width, limit), min(entry.max_height, limit))
        guard smallest.isShown, largest.isShown else { return nil }
        return CameraOffer.Size(
            smallest,
            to: largest,
            step: PixelSize(entry.step_width, entry.step_height),
            // The rates of a range are asked for at its large end: they bound the rest.
            rates: try rates(of: fourCC, size: largest)
        )
    }

    private func rates(
        of fourCC: UInt32,
        size: PixelSize
    ) throws(CameraError) -> CameraOffer.Rates {
        var rates: [Hertz] = []
        for index in 0..<Self.longestList {
            var entry = v4l2_frmivalenum()
            entry.index = index
            entry.pixel_format = fourCC
            entry.width = UInt32(size.width)
            entry.height = UInt32(size.height)
            let isThere = try enumerates(
                "VIDIOC_ENUM_FRAMEINTERVALS",
                cv4l2_VIDIOC_ENUM_FRAMEINTERVALS,
                &entry
            )
            guard isThere else { break }
            if entry.type == V4L2_FRMIVAL_TYPE_DISCRETE.rawValue {
                if let rate = Hertz(interval: entry.discrete) { rates.append(rate) }
                continue
            }
            guard let slowest = Hertz(interval: entry.stepwise.max),
                let fastest = Hertz(interval: entry.stepwise.min)
            else { break }
            return .range(slowest, fastest)
        }
        return rates.isEmpty ? .unknown : .discrete(rates)
    }
}

extension PixelSize {
    /// A size of the kernel's; what does not fit becomes empty.
    init(_ width: UInt32, _ height: UInt32) {
        self.init(width: Int32(exactly: width) ?? 0, height: Int32(exactly: height) ?? 0)
    }
}

extension Hertz {
    /// The rate of a frame interval; nil for one of zero.
    init?(interval: v4l2_fract) {
        self.init(interval: interval.numerator, interval.denominator)
    }

    /// The rate of a frame interval in seconds, a fraction; nil where a part is
    /// zero, or is above 31 bits in lowest terms.
    init?(interval numerator: UInt32, _ denominator: UInt32) {
        // Drivers write 1/30 as 333333/9999990: the same, in smaller numbers.
        var (over, under) = (denominator, numerator)
        var (larger, smaller) = (over, under)
        while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
        if larger > 1 {
            over /= larger
            under /= larger
        }
        guard let numerator = Int32(exactly: over), let denominator = Int32(exactly: under) else {
            return nil
        }
        self.init(numerator: numerator, denominator: denominator)
    }
}
