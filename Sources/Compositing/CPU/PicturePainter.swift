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
        format: FormatDescription,
        mapping: LayerMapping,
        to target: Surface
    ) throws(CompositingError) {
        let (plan, places) = prepare(format: format, mapping: mapping)
        var planes = try unpack(picture, plan, places)
        planes = try scale(planes, plan, places)
        planes = try turn(planes, plan, places)
        let conversion = YUVConversion(
            format.colorimetry,
            kind: plan.kind,
            smoothsColor: plan.smoothsColor
        )
        if let band = places.band {
            let bands = PixelBands(
                planes: planes,
                plan: plan,
                rows: places.bandRows,
                memory: Surface(
                    base: memory.address(band.offset),
                    bytesPerRow: band.bytesPerRow,
                    size: plan.turnedSize
                )
            )
            try bands.draw(by: conversion, to: target)
        } else {
            let part = planes.starting(
                row: plan.shownPart.y,
                column: plan.shownPart.x,
                kind: plan.kind
            )
            try conversion.convert(part, to: target)
        }
    }

    private mutating func prepare(
        format: FormatDescription,
        mapping: LayerMapping
    ) -> (PicturePlan, PictureScratch) {
        if let plan, let places, plan.format == format, plan.mapping == mapping {
            return (plan, places)
        }
        let plan = PicturePlan(format: format, mapping: mapping)
        let places = PictureScratch(plan)
        memory.reserve(places.bytes)
        self.plan = plan
        self.places = places
        return (plan, places)
    }

    private func scale(
        _ planes: Planes,
        _ plan: PicturePlan,
        _ places: PictureScratch
    ) throws(CompositingError) -> Planes {
        guard places.scaled != PictureScratch.PlaneSet() else { return planes }
        if plan.kind.isPacked {
            guard let place = places.scaled.first else { return planes }
            let whole = plan.planeSize
            let averaged = PixelSize(
                width: whole.width * plan.averaging,
                height: whole.height * plan.averaging
            )
            let target = plane(place, whole)
            let source = Plane(
                base: planes.first.base,
                bytesPerRow: planes.first.bytesPerRow,
                size: averaged
            )
            try YUVKernels.scalePixels(source, to: target)
            return Planes(first: target.readable)
        }
        let color = plan.kind.colorSize(plan.planeSize)
        return Planes(
            first: scale(planes.first, to: places.scaled.first, plan.planeSize),
            second: planes.second.map { scale($0, to: places.scaled.second, color) },
            third: planes.third.map { scale($0, to: places.scaled.third, color) }
        )
    }

    private func scale(
        _ source: Plane,
        to place: ScratchLayout.Place?,
        _ size: PixelSize
    ) -> Plane {
        guard let place else { return source }
        let target = plane(place, size)
        YUVKernels.scale(source, to: target)
        return target.readable
    }

    private func turn(
        _ planes: Planes,
        _ plan: PicturePlan,
        _ places: PictureScratch
    ) throws(CompositingError) -> Planes {
        guard let first = places.turned.first else { return planes }
        var turned = Planes(first: try turn(planes.first, plan, first, plan.turnedSize))
        let color = plan.kind.colorSize(plan.turnedSize)
        if let second = planes.second, let place = places.turned.second {
            turned.second = try turn(second, plan, place, color)
        }
        if let third = planes.third, let place = places.turned.third {
            turned.third = try turn(third, plan, place, color)
        }
        return turned
    }

    private func turn(
        _ source: Plane,
        _ plan: PicturePlan,
        _ place: ScratchLayout.Place,
        _ size: PixelSize
    ) throws(CompositingError) -> Plane {
        let target = plane(place, size)
        try YUVKernels.turn(
            source,
            by: plan.mapping.rotation,
            to: target,
            isPacked: plan.kind.isPacked
        )
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
    /// The planes of the crop: the picture's own components where they serve as they are.
    private func unpack(
        _ picture: PictureComponents,
        _ plan: PicturePlan,
        _ places: PictureScratch
    ) throws(CompositingError) -> Planes {
        let format = plan.format.pixelFormat
        let stored = try StoredPlanes(picture, format: format, crop: plan.crop)
        guard let second = places.unpacked.second, let third = places.unpacked.third else {
            return Planes(first: stored.first, second: stored.second, third: stored.third)
        }
        let color = plan.storedKind.colorSize(plan.crop.size)
        let blue = plane(second, color)
        let red = plane(third, color)
        guard let first = places.unpacked.first else {
            if let pairs = stored.second { YUVKernels.split(pairs, first: blue, second: red) }
            return Planes(first: stored.first, second: blue.readable, third: red.readable)
        }
        let luma = plane(first, plan.crop.size)
        if format == .yuyv {
            try YUVKernels.unpack(stored.first, luma, blue, red)
        } else {
            narrow(stored, luma, blue, red, interleaved: places.interleaved)
        }
        return Planes(first: luma.readable, second: blue.readable, third: red.readable)
    }

    private func narrow(
        _ stored: StoredPlanes,
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

/// The part of a picture's components that a plan reads.
private struct StoredPlanes {
    let first: Plane
    var second: Plane?
    var third: Plane?

    /// - Throws: `unsupportedFormat` when the picture lacks a component.
    init(
        _ picture: PictureComponents,
        format: PixelFormat,
        crop: PixelRect
    ) throws(CompositingError) {
        guard let first = picture.first else { throw .unsupportedFormat(format) }
        let (across, down) = format.colorGrid
        self.first = Plane(
            first,
            x: Int(crop.x),
            y: Int(crop.y),
            sampleBytes: Self.sampleBytes(format, 0),
            size: crop.size
        )
        let color = PixelSize(
            width: (crop.width + across - 1) / across,
            height: (crop.height + down - 1) / down
        )
        let (x, y) = (Int(crop.x / across), Int(crop.y / down))
        if format.componentCount > 1 {
            guard let second = picture.second else { throw .unsupportedFormat(format) }
            self.second = Plane(
                second,
                x: x,
                y: y,
                sampleBytes: Self.sampleBytes(format, 1),
                size: color
            )
        }
        if format.componentCount > 2 {
            guard let third = picture.third else { throw .unsupportedFormat(format) }
            self.third = Plane(
                third,
                x: x,
                y: y,
                sampleBytes: Self.sampleBytes(format, 2),
                size: color
            )
        }
    }

    private static func sampleBytes(_ format: PixelFormat, _ component: Int) -> Int {
        switch format {
        case .i420, .i422, .i444, .gray8: 1
        case .nv12: component == 0 ? 1 : 2
        case .yuyv, .i010: 2
        case .p010: component == 0 ? 2 : 4
        case .bgra, .rgba: 4
        }
    }
}
