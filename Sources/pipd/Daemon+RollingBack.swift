internal import Control
internal import ControlAPI
internal import Logging
internal import Media
internal import Pipeline
internal import Platform
internal import Presentation

extension Daemon {
    /// Puts in force again what was before the configuration on trial.
    ///
    /// All of it where that can be. What cannot come back is left out, and told: the rest of what
    /// was known to be good is better than what was not confirmed. Where it is a matter of time,
    /// the next look tries again.
    ///
    /// - Returns: What whoever asked for it is told.
    func rollBack(because reason: MessageText) -> Result<Void, ControlError> {
        guard var before = beforeTrial else { return .success(()) }
        defer { if beforeTrial != nil { beforeTrial = before } }
        before.look()
        // As often as there is something to leave out.
        while true {
            do throws(PipelineError) {
                try bringBack(&before)
                break
            } catch {
                if before.leaveOut(after: error) { continue }
                let message: MessageText = "the configuration is not rolled back yet: \(error)"
                signalLog.write(.notRolledBack, .error, "\(message)")
                return .failure(.unavailable("\(message); it is tried again."))
            }
        }
        rolledBack(to: before, because: reason)
        return .success(())
    }

    private func bringBack(_ before: inout BeforeTrial) throws(PipelineError) {
        let present = Set(pipeline.streamIDs)
        before.giveWay(to: before.tried.redefined(in: pipeline))
        before.makeRoom(beside: present)
        let plan = ReloadPlan(
            back: before,
            from: settings,
            present: present,
            showing: pipeline.view.state
        )
        try apply(before.settings, by: plan)
    }

    private func rolledBack(to before: BeforeTrial, because reason: MessageText) {
        let generation = kept.inForce?.generation ?? 0
        _ = trial.handle(.rolledBack, at: MonotonicClock.now())
        kept.inForce = before.applied
        let lost = before.leftOut.map(\.id.name)
        let now = CalendarTime.secondsSince1970()
        kept.change { $0.rolledBack(because: reason, without: lost, at: now) }
        beforeTrial = nil
        saveConfiguration()
        let message: MessageText = "configuration \(generation) was rolled back: \(reason)"
        logger.warning("\(message)")
        for (id, cause) in before.leftOut {
            let loss: MessageText = "\(id) was there before, and could not come back: \(cause)"
            logger.error("\(loss)")
        }
        events.publish(
            ControlEvent(
                .configurationRolledBack,
                [
                    "generation": .integer(generation), "reason": .string(reason.description),
                    "left_out": .array(lost.map { .string($0) }),
                ]
            )
        )
        before.waiting?.answer(.failure(.conflict(message + ".")))
        tellIfReady()
        tellOfConfiguration()
    }
}
