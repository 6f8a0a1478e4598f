internal import FrameTransport
internal import Media

/// Draws pictures of one format at one place, by a plan that it keeps until
/// either changes.
struct PicturePainter: ~Copyable {
    private var plan: PicturePlan?
    private var places: PictureScratch?
    private var memory = ScratchMemory()
    private let instructions: PixelInstructions

    /// - Parameter instructions: Such as the processor has.
    init(_ instructions: PixelInstructions) {
        self.instructions = instructions
    }

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
        if let rows = places.rows {
            return rows.draw(planes, to: target, memory: memory)
        }
        planes = scale(planes, plan, places)
        planes = try turn(planes, plan, places)
        try YUVConversion(plan.format.colorimetry, kind: plan.kind).convert(planes, to: target)
    }

    private mutating func prepare(_ content: DrawLayout.Content) -> (PicturePlan, PictureScratch) {
        if let plan, let places, plan.format == content.format, plan.mapping == content.mapping {
            return (plan, places)
        }
        let plan = PicturePlan(format: content.format, mapping: content.mapping)
        let places = PictureScratch(plan, instructions)
        memory.reserve(places.bytes)
        places.rows?.prepare(memory)
        self.plan = plan
        self.places = places
        return (plan, places)
    }

    private func scale(_ planes: Planes, _ plan: PicturePlan, _ places: PictureScratch) -> Planes {
        guard let (luma, color) = plan.scalers, let scaling = places.scaling,
            let first = places.scaled.first
        else { return planes }
        let scratch = memory.address(scaling.offset)
        var scaled = Planes(
            first: luma.scale(planes.first, to: plane(first, plan.scaledSize), scratch: scratch)
        )
        if let source = planes.second, let place = places.scaled.second {
            let output = plane(place, plan.scaledSize)
            scaled.second = color.scale(source, to: output, scratch: scratch)
        }
        if let source = planes.third, let place = places.scaled.third {
            let output = plane(place, plan.scaledSize)
            scaled.third = color.scale(source, to: output, scratch: scratch)
        }
        return scaled
    }

    private func turn(
        _ planes: Planes,
        _ plan: PicturePlan,
        _ places: PictureScratch
    ) throws(CompositingError) -> Planes {
        guard let first = places.turned.first else { return planes }
        let (rotation, size) = (plan.mapping.rotation, plan.mapping.visible.size)
        var turned = Planes(first: try turn(planes.first, rotation, to: plane(first, size)))
        if let source = planes.second, let place = places.turned.second {
            turned.second = try turn(source, rotation, to: plane(place, size))
        }
        if let source = planes.third, let place = places.turned.third {
            turned.third = try turn(source, rotation, to: plane(place, size))
        }
        return turned
    }

    private func turn(
        _ source: Plane,
        _ rotation: Rotation,
        to target: MutablePlane
    ) throws(CompositingError) -> Plane {
        var part = source
        part.size = rotation.exchangesAxes ? target.size.transposed : target.size
        try YUVKernels.turn(part, by: rotation, to: target)
        return target.readable
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
    /// The planes of the region: the picture's own components where they serve as they are.
    private func unpack(
        _ picture: PictureComponents,
        _ plan: PicturePlan,
        _ places: PictureScratch
    ) throws(CompositingError) -> Planes {
        let format = plan.format.pixelFormat
        let stored = try Planes(picture, format: format, region: plan.region)
        guard let second = places.unpacked.second, let third = places.unpacked.third else {
            return stored
        }
        let color = plan.unpackedKind.colorSize(plan.region.size)
        let (two, three) = (plane(second, color), plane(third, color))
        guard let first = places.unpacked.first else {
            if let pairs = stored.second { YUVKernels.split(pairs, first: two, second: three) }
            return Planes(first: stored.first, second: two.readable, third: three.readable)
        }
        let one = plane(first, plan.region.size)
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
