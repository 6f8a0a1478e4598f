internal import Compositing
internal import Media
internal import Platform
internal import Presentation

/// What the presentation thread is started with.
struct PresenterSetup: Sendable {
    let configuration: PipelineConfiguration
    let mode: HeadlessMode
    let shared: PresenterShared
    /// Signalled to end the thread.
    let stop: WakeUp
}

extension PresenterSetup {
    /// Starts the thread. Its first event is `started` or `outputLost`.
    func startThread() throws(SystemCallError) -> WorkerThread {
        // In virtual time it computes as fast as it can and must not starve others.
        let priority = configuration.clock == .realtime ? 10 : nil
        return try WorkerThread(name: "pipd-present", realtimePriority: priority) { [self] in
            run()
        }
    }

    private func run() {
        do {
            let compositor = try CompositorChoice.open(configuration.compositor, size: mode.size)
            shared.events.send(.started(compositor: compositor.name, renderer: compositor.renderer))
            Presenter(self, output: makeOutput(), compositor: compositor).run()
        } catch {
            shared.events.send(.outputLost(error))
        }
    }

    private func makeOutput() -> any DisplayOutput {
        let interval = mode.refreshRate.interval
        return switch configuration.clock {
        case .realtime: HeadlessOutput(refreshInterval: interval, stop: stop)
        case .virtual: VirtualOutput(refreshInterval: interval, stop: stop)
        }
    }
}
