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
        let main = layer(of: mainIndex) { sample in
            SceneLayer(
                view: .main,
                sample: sample,
                bounds: PixelRect(size),
                gravity: view.gravity
            )
        }
        let pip = layer(of: pipIndex) { sample in
            SceneLayer(
                view: .pip,
                sample: sample,
                bounds: view.placement.bounds(in: size, aspect: sample.format.displayAspectRatio),
                gravity: view.placement.gravity,
                style: view.placement.style(in: size)
            )
        }
        return Scene(main: main ?? noticeLayer(), pip: pip)
    }

    /// A picture of no stream: of its number 0, which no stream has.
    private func noticeLayer() -> DrawLayer? {
        guard let notice else { return nil }
        let sample = SampleBuffer(
            picture: PictureID(rawValue: 0),
            format: notice.format,
            number: 0,
            pts: .zero,
            attachments: .placeholder,
            decoded: start
        )
        let bounds = PixelRect(size)
        return DrawLayer(
            placement: SceneLayer(view: .main, sample: sample, bounds: bounds, gravity: .resize),
            components: notice.components
        )
    }

    private func layer(of index: Int?, _ place: (SampleBuffer) -> SceneLayer) -> DrawLayer? {
        guard let index, streams[index].layer.status != .failed,
            let sample = streams[index].layer.displayedSample
        else { return nil }
        var placement = place(sample)
        placement.streamNumber = streams[index].number
        let components = streams[index].pool.components(of: sample.picture)
        return DrawLayer(placement: placement, components: components)
    }

    /// Brings the framebuffer up to date, and the output. Nothing changed: nothing is drawn.
    mutating func draw(_ scene: Scene) {
        if let pip = scene.pip?.placement, let pipIndex {
            streams[pipIndex].setWindow(pip.destination.size, of: pip.sample.format.size)
        }
        metrics { metrics in
            metrics.main.content.set(ViewContent(of: scene.main?.placement).rawValue)
            metrics.pip.content.set(ViewContent(of: scene.pip?.placement).rawValue)
        }
        let started = MonotonicClock.now()
        do {
            let damage = try compositor.compose(scene)
            guard !damage.isEmpty || !isCommitted else { return }
            if !damage.isEmpty {
                let cost = MonotonicClock.now() - started
                metrics { $0.drew(within: cost) }
                drawingCost = cost
            }
            // An output that did not take a drawing may not know what was new in it.
            isCommitted = try output.commit(isCommitted ? damage : .everything(of: size))
        } catch {
            isCommitted = false
            compositingFailed(error, scene)
        }
    }

    /// A lost context takes the compositor and all layers along; any other
    /// failure is that of a layer whose picture cannot be drawn.
    private mutating func compositingFailed(_ error: CompositingError, _ scene: Scene) {
        var failing = ShownViews()
        if error.layerError == .contextLost {
            rebuildCompositor(because: error)
        } else {
            if cannotDraw(main: scene.main) { failing.insert(.main) }
            if cannotDraw(pip: scene.pip) { failing.insert(.pip) }
        }
        if failing.isEmpty { failing = [.main, .pip] }
        for index in 0..<streams.count where !streams[index].views.isDisjoint(with: failing) {
            streams[index].compositingFailed(error.layerError, now: now)
        }
    }

    private func cannotDraw(main: DrawLayer? = nil, pip: DrawLayer? = nil) -> Bool {
        do {
            _ = try compositor.compose(Scene(main: main, pip: pip))
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
            adoptOutput(at: now)
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
