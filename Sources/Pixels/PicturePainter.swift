package import FrameTransport
package import Media

/// Draws pictures of one format at one place, by a plan that it keeps until
/// either changes.
package struct PicturePainter: ~Copyable {
    private var steps: Steps?
    private var memory = ScratchMemory()
    private let instructions: PixelInstructions

    /// A plan, and where what lies between its steps is in the memory.
    private struct Steps {
        let plan: PicturePlan
        let unpacking: Unpacking
        let turning: Turning?
        let rows: RowPainter
        let bytes: Int

        init(_ plan: PicturePlan, _ instructions: PixelInstructions) {
            var layout = ScratchLayout()
            self.plan = plan
            unpacking = Unpacking(plan, instructions.kernels, in: &layout)
            turning = Turning(plan, in: &layout)
            rows = RowPainter(plan, instructions, in: &layout)
            bytes = layout.bytes
        }
    }

    /// - Parameter instructions: Such as the processor has.
    package init(_ instructions: PixelInstructions) {
        self.instructions = instructions
    }

    /// Draws a picture on `target`, which is as large as the mapping's visible part.
    ///
    /// Allocates when `format` or `mapping` differs from the call before.
    ///
    /// - Returns: Whether the picture has all components of its format; nothing
    ///   is drawn of others.
    package mutating func draw(
        _ picture: PictureComponents,
        _ format: FormatDescription,
        _ mapping: LayerMapping,
        to target: Surface
    ) -> Bool {
        let steps = prepare(format, mapping)
        let plan = steps.plan
        guard let stored = Planes(picture, format: format.pixelFormat, region: plan.region)
        else { return false }
        var planes = steps.unpacking.unpack(stored, memory: memory)
        if let turning = steps.turning { planes = turning.turn(planes, memory: memory) }
        steps.rows.draw(planes, to: target, memory: memory)
        return true
    }

    private mutating func prepare(_ format: FormatDescription, _ mapping: LayerMapping) -> Steps {
        if let steps, steps.plan.format == format, steps.plan.mapping == mapping { return steps }
        let steps = Steps(PicturePlan(format: format, mapping: mapping), instructions)
        memory.reserve(steps.bytes)
        steps.rows.prepare(memory)
        self.steps = steps
        return steps
    }
}
