internal import FrameTransport
internal import Media

/// Draws pictures of one format at one place, by a plan that it keeps until
/// either changes.
struct PicturePainter: ~Copyable {
    private var plan: PicturePlan?
    private var places: PictureScratch?
    private var memory = ScratchMemory()

    /// Draws a picture on `target`, which is as large as the mapping's visible part.
    ///
    /// Allocates when `format` or `mapping` differs from the call before.
    mutating func draw(
        _ picture: PictureComponents,
        _ content: DrawLayout.Content,
        to target: Surface
    ) throws(CompositingError) {
        let (plan, places) = prepare(content)
        var planes = try unpack(picture, plan, places)
        planes = scale(planes, plan, places)
        planes = try turn(planes, plan, places)
        let visible = planes.starting(x: plan.lead.x, y: plan.lead.y, kind: plan.kind)
        try YUVConversion(plan.format.colorimetry, kind: plan.kind).convert(visible, to: target)
    }

    private mutating func prepare(_ content: DrawLayout.Content) -> (PicturePlan, PictureScratch) {
        if let plan, let places, plan.format == content.format, plan.mapping == content.mapping {
            return (plan, places)
        }
        let plan = PicturePlan(format: content.format, mapping: content.mapping)
        let places = PictureScratch(plan)
        memory.reserve(places.bytes)
        self.plan = plan
        self.places = places
        return (plan, places)
    }

    private func scale(_ planes: Planes, _ plan: PicturePlan, _ places: PictureScratch) -> Planes {
        let scaler = PlaneScaler(
            steps: places.steps.map { (memory.address($0.first), memory.address($0.second)) }
        )
        func scaled(_ source: Plane, _ place: ScratchLayout.Place?, _ size: PixelSize) -> Plane {
            guard let place else { return source }
            let target = plane(place, size)
            scaler.scale(source, to: target)
            return target.readable
        }
        let color = plan.kind.colorSize(plan.planeSize)
        return Planes(
            first: scaled(planes.first, places.scaled.first, plan.planeSize),
            second: planes.second.map { scaled($0, places.scaled.second, color) },
            third: planes.third.map { scaled($0, places.scaled.third, color) }
        )
    }

    private func turn(
        _ planes: Planes,
        _ plan: PicturePlan,
        _ places: PictureScratch
    ) throws(CompositingError) -> Planes {
        guard let first = places.turned.first else { return planes }
        let rotation = plan.mapping.rotation
        let luma = plane(first, plan.turnedSize)
        try YUVKernels.turn(planes.first, by: rotation, to: luma)
        guard let blue = planes.second, let red = planes.third,
            let second = places.turned.second, let third = places.turned.third
        else { return Planes(first: luma.readable) }
        let color = plan.kind.colorSize(plan.turnedSize)
        let (turnedBlue, turnedRed) = (plane(second, color), plane(third, color))
        try YUVKernels.turn(blue, by: rotation, to: turnedBlue)
        try YUVKernels.turn(red, by: rotation, to: turnedRed)
        return Planes(
            first: luma.readable,
            second: turnedBlue.readable,
            third: turnedRed.readable
        )
    }

    private func plane(_ place: ScratchLayout.Place, _ size: PixelSize) -> MutablePlane {
        MutablePlane(
            base: memory.address(place.offset),
            bytesPerRow: place.bytesPerRow,
            size: size
        )
    }
}

extension PicturePainter {
    /// The planes of the crop: the picture's own components where they serve as they are.
    private func unpack(
        _ picture: PictureComponents,
        _ plan: PicturePlan,
        _ places: PictureScratch
    ) throws(CompositingError) -> Planes {
        let format = plan.format.pixelFormat
        let stored = try Planes(picture, format: format, crop: plan.crop)
        guard let second = places.unpacked.second, let third = places.unpacked.third else {
            return stored
        }
        let color = plan.unpackedKind.colorSize(plan.crop.size)
        let (two, three) = (plane(second, color), plane(third, color))
        guard let first = places.unpacked.first else {
            if let pairs = stored.second { YUVKernels.split(pairs, first: two, second: three) }
            return Planes(first: stored.first, second: two.readable, third: three.readable)
        }
        let one = plane(first, plan.crop.size)
        switch format {
        case .yuyv: try YUVKernels.unpack(stored.first, one, two, three)
        case .rgba: YUVKernels.splitPixels(stored.first, one, two, three)
        case .bgra: YUVKernels.splitPixels(stored.first, three, two, one)
        default: narrow(stored, one, two, three, interleaved: places.interleaved)
        }
        return Planes(first: one.readable, second: two.readable, third: three.readable)
    }

    /// Cuts samples of 10 bits to 8.
    private func narrow(
        _ stored: Planes,
        _ luma: MutablePlane,
        _ blue: MutablePlane,
        _ red: MutablePlane,
        interleaved: ScratchLayout.Place?
    ) {
        YUVKernels.narrow(stored.first, isHigh: interleaved != nil, to: luma)
        guard let second = stored.second else { return }
        if let third = stored.third {
            YUVKernels.narrow(second, isHigh: false, to: blue)
            YUVKernels.narrow(third, isHigh: false, to: red)
        } else if let interleaved {
            var samples = second.size
            samples.width *= 2
            let wide = Plane(base: second.base, bytesPerRow: second.bytesPerRow, size: samples)
            YUVKernels.narrow(wide, isHigh: true, to: plane(interleaved, samples))
            let pairs = plane(interleaved, second.size)
            YUVKernels.split(pairs.readable, first: blue, second: red)
        }
    }
}
