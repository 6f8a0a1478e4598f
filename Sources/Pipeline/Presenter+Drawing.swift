internal import Compositing
internal import FrameTransport
internal import Ingest
internal import Media
internal import Platform
internal import Presentation

extension Presenter {
    /// What the layers display, where the view puts it.
    func scene() -> Scene {
        var scene = Scene(size: compositor.size)
        if let mainIndex, let sample = streams[mainIndex].layer.displayedSample {
            scene.main = SceneLayer(
                view: .main,
                sample: sample,
                bounds: PixelRect(compositor.size),
                gravity: view.gravity
            )
            scene.main?.streamNumber = streams[mainIndex].number
        }
        if let pipIndex, let sample = streams[pipIndex].layer.displayedSample {
            let aspect = sample.format.displayAspectRatio
            scene.pip = SceneLayer(
                view: .pip,
                sample: sample,
                bounds: view.placement.bounds(in: compositor.size, aspect: aspect),
                gravity: .resizeAspectFill,
                style: view.placement.style
            )
            scene.pip?.streamNumber = streams[pipIndex].number
        }
        return scene
    }

    /// Brings the framebuffer up to date. Nothing changed: nothing is drawn.
    mutating func draw(_ scene: Scene) {
        let damage = scene.damage(since: drawn)
        guard damage != .none else { return }
        let list = DrawList(
            main: drawLayer(scene.main, of: mainIndex),
            pip: drawLayer(scene.pip, of: pipIndex),
            damage: damage
        )
        let started = MonotonicClock.now()
        do {
            try compositor.compose(list)
            drawn = scene
            shared.metrics.drew(within: MonotonicClock.now() - started)
        } catch {
            drawn = nil
            shared.metrics.isPictureOwed.set(1)
            compositingFailed(error)
        }
    }

    private func drawLayer(_ layer: SceneLayer?, of index: Int?) -> DrawLayer? {
        guard let layer, let index else { return nil }
        let components = streams[index].ingest.pool.components(of: layer.sample.picture)
        return DrawLayer(placement: layer, components: components)
    }

    /// A lost context takes the compositor along; any other failure is the
    /// layers', and each mends its own.
    private mutating func compositingFailed(_ error: CompositingError) {
        if error.layerError == .contextLost { rebuildCompositor(because: "\(error)") }
        for index in 0..<streams.count where !streams[index].views.isEmpty {
            let events = shared.events
            let id = streams[index].id
            let view = streams[index].views.first
            streams[index].compositingFailed(error.layerError, now: now, log: log) { incident in
                events.send(incident, of: id, in: view)
            }
        }
    }

    /// The next drawing starts from an empty framebuffer, with the pictures
    /// that the layers still hold.
    private mutating func rebuildCompositor(because reason: String) {
        do {
            compositor = try CompositorChoice.open(
                configuration.compositor,
                size: compositor.size
            )
            shared.events.send(.compositorRebuilt(reason: reason))
        } catch {
            shared.events.send(.outputLost(error))
        }
    }

    /// Copies the framebuffer for whoever asked.
    func perform(_ capture: Capture) {
        // A framebuffer that cannot be read leaves the capture empty: its asker sees that.
        try? compositor.withFramebuffer { pixels, bytesPerRow, size in
            capture.take(pixels, bytesPerRow: bytesPerRow, size: size)
        }
        shared.events.send(.captured(capture))
    }
}
