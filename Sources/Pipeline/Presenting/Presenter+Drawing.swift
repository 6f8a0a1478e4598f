internal import Compositing
internal import FrameTransport
internal import Ingest
internal import Media
internal import Platform
internal import Presentation

extension Presenter {
    /// What the layers display, where the view puts it. A layer that was given
    /// up is left out, so that the other one can be drawn.
    func scene() -> Scene {
        var scene = Scene(size: size)
        if let (sample, number) = shown(at: mainIndex) {
            scene.main = SceneLayer(
                view: .main,
                sample: sample,
                bounds: PixelRect(size),
                gravity: view.gravity
            )
            scene.main?.streamNumber = number
        } else if let notice {
            scene.main = noticeLayer(notice)
        }
        if let (sample, number) = shown(at: pipIndex) {
            let aspect = sample.format.displayAspectRatio
            scene.pip = SceneLayer(
                view: .pip,
                sample: sample,
                bounds: view.placement.bounds(in: size, aspect: aspect),
                gravity: view.placement.gravity,
                style: view.placement.style(in: size)
            )
            scene.pip?.streamNumber = number
        }
        return scene
    }

    /// A picture of no stream: of its number 0, which no stream has.
    private func noticeLayer(_ notice: NoticePicture) -> SceneLayer {
        let sample = SampleBuffer(
            picture: PictureID(rawValue: 0),
            format: notice.format,
            number: 0,
            pts: .zero,
            attachments: .placeholder,
            decoded: start
        )
        return SceneLayer(view: .main, sample: sample, bounds: PixelRect(size), gravity: .resize)
    }

    private func shown(at index: Int?) -> (sample: SampleBuffer, streamNumber: UInt32)? {
        guard let index, streams[index].layer.status != .failed else { return nil }
        guard let sample = streams[index].layer.displayedSample else { return nil }
        return (sample, streams[index].number)
    }

    /// Brings the framebuffer up to date. Nothing changed: nothing is drawn.
    mutating func draw(_ scene: Scene) {
        let damage = scene.damage(since: drawn)
        guard damage != .none else { return }
        if let pip = scene.pip, let pipIndex {
            streams[pipIndex].setWindow(pip.destination.size, of: pip.sample.format.size)
        }
        let list = DrawList(
            main: drawLayer(scene.main, of: mainIndex),
            pip: drawLayer(scene.pip, of: pipIndex),
            damage: damage
        )
        metrics { metrics in
            metrics.main.content.set(ViewContent(of: scene.main).rawValue)
            metrics.pip.content.set(ViewContent(of: scene.pip).rawValue)
        }
        let started = MonotonicClock.now()
        do {
            try compositor.compose(list)
            let cost = MonotonicClock.now() - started
            metrics { $0.drew(within: cost) }
            drawingCost = cost
            drawn = try output.commit(damage) ? scene : nil
        } catch {
            drawn = nil
            compositingFailed(error, list)
        }
    }

    private func drawLayer(_ layer: SceneLayer?, of index: Int?) -> DrawLayer? {
        guard let layer else { return nil }
        guard let index else {
            return notice.map { DrawLayer(placement: layer, components: $0.components) }
        }
        let components = streams[index].pool.components(of: layer.sample.picture)
        return DrawLayer(placement: layer, components: components)
    }

    /// A lost context takes the compositor and all layers along; any other
    /// failure is that of a layer whose picture cannot be drawn.
    private mutating func compositingFailed(_ error: CompositingError, _ list: DrawList) {
        var failing = ShownViews()
        if error.layerError == .contextLost {
            rebuildCompositor(because: error)
        } else {
            if cannotDraw(main: list.main) { failing.insert(.main) }
            if cannotDraw(pip: list.pip) { failing.insert(.pip) }
        }
        if failing.isEmpty { failing = [.main, .pip] }
        for index in 0..<streams.count where !streams[index].views.isDisjoint(with: failing) {
            streams[index].compositingFailed(error.layerError, now: now)
        }
    }

    private func cannotDraw(main: DrawLayer? = nil, pip: DrawLayer? = nil) -> Bool {
        do {
            try compositor.compose(DrawList(main: main, pip: pip, damage: .full))
            return false
        } catch {
            return true
        }
    }

    /// The next drawing starts from an empty framebuffer, with the pictures
    /// that the layers still hold.
    private mutating func rebuildCompositor(because reason: CompositingError) {
        if case .giveUp = recovery.failed(with: .contextLost, at: now) {
            return loseOutput(.compositor("\(reason), again and again"))
        }
        do {
            try output.renewCompositor()
            compositor = output.compositor
            shared.events.send(.compositorRebuilt(reason: "\(reason)"))
        } catch {
            loseOutput(error)
        }
    }

    private mutating func loseOutput(_ error: PipelineError) {
        isOutputLost = true
        shared.events.send(.outputLost(error))
    }
}
