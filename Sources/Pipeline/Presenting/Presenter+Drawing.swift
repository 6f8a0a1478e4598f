internal import Compositing
internal import FrameTransport
internal import Media
internal import Platform
internal import Presentation

extension Presenter {
    /// Brings the framebuffer up to date, and the output. Nothing changed: nothing is drawn.
    mutating func draw(for scanout: MonotonicTime) {
        let scene = stage.scene(of: size, at: scanout)
        noteContent(of: scene)
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
            stage.scenery.drew(within: MonotonicClock.now() - started, for: scanout)
        } catch {
            isCommitted = false
            compositingFailed(error, scene)
        }
    }

    private mutating func noteContent(of scene: Scene) {
        let main = ViewContent(of: scene.main?.placement)
        let pip = ViewContent(of: scene.pip?.placement)
        guard content.main != main || content.pip != pip else { return }
        content = (main, pip)
        metrics {
            $0.main.content.set(main.rawValue)
            $0.pip.content.set(pip.rawValue)
        }
        shared.events.send(.contentChanged)
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
            if failing.isEmpty, !scene.osd.isEmpty { return leaveOSDOut(because: error) }
        }
        if failing.isEmpty { failing = [.main, .pip] }
        stage.compositingFailed(error.layerError, in: failing, now: now)
    }

    /// No stream is to blame: what lies over the picture is not shown until there is another one.
    private mutating func leaveOSDOut(because error: CompositingError) {
        stage.scenery.lay(nil)
        shared.events.send(
            .compositorRebuilt(reason: "\(error), without what lay over the picture")
        )
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
