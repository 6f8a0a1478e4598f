package import FrameTransport
package import Media

/// Draws pictures of one format at one place, by a plan that it keeps until
/// either changes.
package struct PicturePainter: ~Copyable {
    private var steps: Steps?
    private var memory = ScratchMemory()
    private let instructions: PixelInstructions

    /// A plan, and where what lies between its steps is in the memory.
    private struct Steps: ~Copyable {
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

        func isFor(_ format: FormatDescription, _ mapping: LayerMapping) -> Bool {
            plan.format == format && plan.mapping == mapping
        }

        func draw(
            _ picture: PictureComponents,
            to target: Surface,
            _ memory: borrowing ScratchMemory
        ) -> Bool {
            let format = plan.format.pixelFormat
            guard let stored = Planes(picture, format: format, region: plan.region) else {
                return false
            }
            var planes = unpacking.unpack(stored, memory: memory)
            if let turning { planes = turning.turn(planes, memory: memory) }
            rows.draw(planes, to: target, memory: memory)
            return true
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
        prepare(format, mapping)
        return steps?.draw(picture, to: target, memory) ?? false
    }

    private mutating func prepare(_ format: FormatDescription, _ mapping: LayerMapping) {
        if steps?.isFor(format, mapping) == true { return }
        let made = Steps(PicturePlan(format: format, mapping: mapping), instructions)
        memory.reserve(made.bytes)
        made.rows.prepare(memory)
        steps = consume made
    }
}
