internal import Compositing
internal import FrameTransport
internal import Ingest
public import Media
internal import Presentation

/// Draws what the screen shows anew, in another size, from the pictures that its streams display
/// now: those of the scene, or later ones.
///
///     scene: where, and of which streams ─► borrow their pictures ─► compose ─► pixels
///
/// The presentation thread has no part in it, and no pixel of the screen is read: a small picture
/// takes a small part of the screen's work. What was drawn last is kept: where only the window has
/// changed, that alone is drawn.
///
/// Thread: one at a time, whichever: `draw` keeps nothing that belongs to the thread.
public final class SceneCopy: @unchecked Sendable {
    // @unchecked Sendable: nothing in it belongs to a thread; who uses it hands it on by a lock.

    private let width: Int32
    private let compositor: CPUCompositor
    /// What lay over everything last, and the same in this size.
    private var osd: (whole: OSDSheet, small: OSDSheet)?

    /// - Parameter width: The pixels' width; the screen's, where that has less. At least 1.
    public init(width: Int32) {
        self.width = width
        compositor = CPUCompositor(size: PixelSize(width: 1, height: 1))
    }

    /// - Parameters:
    ///   - scene: What is shown, and where.
    ///   - view: Whose.
    ///   - body: Lent what was drawn, when the streams have their pictures back: rows of blue, green,
    ///     red and unused bytes, the bytes from one to the next, and the size.
    /// - Returns: What `body` returned; nil where it was not called: a placeholder is shown, a stream
    ///   was removed, has no picture to lend or has gone on in another format, or its picture cannot
    ///   be drawn with the CPU. Who has the screen's pixels knows better.
    public func draw<Result>(
        _ scene: ViewScene,
        of view: ComposedView,
        _ body: (UnsafeRawBufferPointer, Int, PixelSize) -> Result
    ) -> Result? {
        guard !scene.size.isEmpty else { return nil }
        let target = Self.target(scene.size, width: width)
        let share = Double(target.width) / Double(scene.size.width)
        let osd = scaled(scene.osd, to: target)
        let drawn: Void? = Self.withLayer(scene.mainLayer, share, of: view) { main in
            Self.withLayer(scene.pipLayer, share, of: view) { pip in
                try? compose(Scene(main: main, pip: pip, osd: osd), target)
            }
        }
        return drawn.flatMap { try? compositor.withFramebuffer(body) }
    }

    private func scaled(_ sheet: OSDSheet?, to target: PixelSize) -> OSDList {
        guard let sheet, sheet.size != target else { return sheet?.list ?? OSDList() }
        if osd?.whole !== sheet || osd?.small.size != target {
            osd = (sheet, sheet.scaled(to: target))
        }
        return osd?.small.list ?? OSDList()
    }

    private func compose(_ scene: Scene, _ target: PixelSize) throws(CompositingError) {
        if compositor.size != target { try compositor.resize(to: target) }
        _ = try compositor.compose(scene)
    }

    private static func target(_ size: PixelSize, width: Int32) -> PixelSize {
        guard size.width > width else { return size }
        let height = (Double(size.height) * Double(width) / Double(size.width)).rounded()
        return PixelSize(width: width, height: max(1, Int32(height)))
    }

    /// Calls `body` with a layer's picture, which is let go after that.
    private static func withLayer<Result>(
        _ layer: ViewScene.Layer?,
        _ share: Double,
        of view: ComposedView,
        _ body: (DrawLayer?) -> Result?
    ) -> Result? {
        guard let layer else { return body(nil) }
        guard let shown = layer.picture, let picture = view.source(of: shown)?.borrowDisplayed(),
            picture.sample.format == layer.placement.sample.format
        else { return nil }
        var placement = layer.placement.scaled(by: share)
        placement.sample = picture.sample
        return body(DrawLayer(placement: placement, components: picture.components))
    }
}

extension SceneLayer {
    /// The same part of a picture, on a screen of another size.
    fileprivate func scaled(by share: Double) -> Self {
        var scaled = self
        scaled.destination = destination.scaled(by: share)
        scaled.clip = clip.scaled(by: share)
        scaled.style.cornerRadius = Int32((Double(cornerRadius) * share).rounded())
        // As much at least as lies between the window's edge and the picture's, wherever those are
        // rounded to.
        scaled.style.borderWidth = Int32((Double(borderWidth) * share).rounded(.up))
        return scaled
    }
}
