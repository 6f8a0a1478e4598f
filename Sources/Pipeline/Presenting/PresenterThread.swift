internal import Compositing
internal import KMS
internal import Platform
internal import Presentation

/// What the presentation thread is started with.
struct PresenterSetup: Sendable {
    let configuration: PipelineConfiguration
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
            let output = try openOutput()
            var state = output.state
            state.imports = output.compositor.imports.description
            shared.setOutput(state)
            shared.events.send(.started)
            Presenter(self, output: output).run()
        } catch {
            shared.events.send(.outputLost(error))
        }
    }

    private func openOutput() throws(PipelineError) -> any DisplayOutput {
        switch configuration.output {
        case .headless(let mode):
            return try openHeadless(mode)
        case .kms(let display):
            return try KMSOutput(display, compositor: configuration.compositor, stop: stop)
        case .automatic(let display, let mode):
            guard configuration.clock == .realtime else { return try openHeadless(mode) }
            switch DisplayDevices.probe() {
            case .available:
                return try KMSOutput(display, compositor: configuration.compositor, stop: stop)
            case .none: return try openHeadless(mode)
            case .denied(let path):
                return try openHeadless(mode, because: "\(path): permission denied")
            case .unusable(let path, let reason):
                return try openHeadless(mode, because: "\(path): \(reason)")
            }
        }
    }

    /// Opens one of the outputs without a screen; `reason` says why not the
    /// display that is there.
    private func openHeadless(
        _ mode: HeadlessMode,
        because reason: String? = nil
    ) throws(PipelineError) -> any DisplayOutput {
        let compositor = configuration.compositor
        return configuration.clock == .virtual
            ? try VirtualOutput(mode: mode, compositor: compositor, stop: stop)
            : try HeadlessOutput(mode: mode, compositor: compositor, reason: reason, stop: stop)
    }
}
