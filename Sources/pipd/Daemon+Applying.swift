internal import Control
internal import ControlAPI
internal import Ingest
internal import Logging
internal import Media
internal import Pipeline
internal import Platform
internal import Presentation

/// Configurations that clients apply; `ConfigurationTrial` decides what comes of them.
extension Daemon {
    /// Does what clients ask for, and takes note of what was read or kept.
    func attendToConfiguration() {
        work.attend()
        for call in desk.take() {
            let now = MonotonicClock.now()
            switch call.wish {
            case .apply(let draft): check(draft, for: call, at: now)
            case .confirm(let generation):
                look(now)
                switch trial.handle(.confirmed(generation: generation), at: now) {
                case .keep: keep(for: call)
                case .refuse(let reason): call.answer(.failure(.conflict(reason)))
                default: call.answer(.success(()))
                }
            case .rollBack(let generation):
                switch trial.handle(.rejected(generation: generation), at: now) {
                case .rollBack(let reason): call.answer(rollBack(because: reason))
                case .refuse(let reason): call.answer(.failure(.conflict(reason)))
                default: call.answer(.success(()))
                }
            }
        }
    }

    private func check(
        _ draft: ConfigurationDraft,
        for call: ConfigurationDesk.Call,
        at now: MonotonicTime
    ) {
        guard kept.store.isThere else {
            return call.answer(
                .failure(
                    .conflict(
                        "Nothing tells where a configuration is kept; set $STATE_DIRECTORY,"
                            + " $XDG_STATE_HOME or $HOME."
                    )
                )
            )
        }
        let asked = ConfigurationTrial.Event.asked(confirmWithin: .seconds(draft.confirmWithin))
        if case .refuse(let reason) = trial.handle(asked, at: now) {
            return call.answer(.failure(.conflict(reason)))
        }
        work.add { [self] in
            let (launch, old, store) = (launch, settings, kept.store)
            return { try launch.check(draft, after: old, in: store) }
        } then: { [self] (outcome: Result<CheckedConfiguration, any Error>) in
            let answer = putOnTrial(outcome, for: draft.confirmWithin)
            // Before its client asks how it stands.
            tellOfConfiguration()
            call.answer(answer)
        }
    }

    private func putOnTrial(
        _ outcome: Result<CheckedConfiguration, any Error>,
        for seconds: Double
    ) -> Result<Void, ControlError> {
        do {
            let checked = try outcome.get()
            kept.saved(checked.record)
            let seen = ViewsSeen(pipeline.health(), pipeline.snapshot())
            let plan = plan(for: checked.settings)
            var before = BeforeTrial(
                settings: settings,
                applied: kept.inForce,
                view: pipeline.view.state,
                replaced: ReplacedStreams(plan.touched, in: pipeline),
                placeholders: pipeline.placeholders(of: plan.placeholders.keys),
                overlays: osd.reversal(of: plan.overlays),
                lock: checked.lock
            )
            do throws(PipelineError) {
                try apply(checked.settings, by: plan)
            } catch {
                kept.change { $0.withdrawn() }
                saveConfiguration()
                throw ControlError(error)
            }
            before.changedView = pipeline.view.state
            before.tried = TriedStreams(
                plan.touched + plan.placeholders.keys,
                of: settings,
                in: pipeline
            )
            beforeTrial = before
            kept.inForce = checked.applied
            let generation = checked.applied.generation
            _ = trial.handle(
                .putInForce(generation: generation, before: seen),
                at: MonotonicClock.now()
            )
            logger.notice("configuration \(generation) is in force, on trial for \(seconds) s")
            events.publish(
                ControlEvent(
                    .configurationApplied,
                    ["generation": .integer(generation), "confirm_within": .number(seconds)]
                )
            )
            tellIfReady()
            return .success(())
        } catch {
            _ = trial.handle(.refused, at: MonotonicClock.now())
            return .failure(error as? ControlError ?? .unavailable("\(error)"))
        }
    }

    /// Looks what people see of a configuration on trial, where it is time to.
    func lookAtTrial(_ now: MonotonicTime) {
        guard let due = trial.nextLook, now >= due else { return }
        look(now)
    }

    private func look(_ now: MonotonicTime) {
        guard trial.attempt != nil else { return }
        let seen = ViewsSeen(pipeline.health(), pipeline.snapshot())
        if case .rollBack(let reason) = trial.handle(.looked(seen), at: now) {
            _ = rollBack(because: reason)
        }
        tellOfConfiguration()
    }

    private func keep(for call: ConfigurationDesk.Call) {
        // Also where the writing hangs and it is rolled back.
        beforeTrial?.waiting = call
        let generation = trial.attempt?.generation
        work.add { [self] in
            guard trial.isKeeping, let applied = kept.inForce, applied.generation == generation
            else {
                call.answer(.failure(.conflict("Another configuration is in force.")))
                return nil
            }
            let store = kept.store
            var record = kept.record
            record.confirmed(applied, at: CalendarTime.secondsSince1970())
            return { [record] in
                try store.write(record)
                return record
            }
        } then: { [self] (outcome: Result<ConfigurationRecord, any Error>) in
            let answer = confirmed(generation, outcome)
            tellOfConfiguration()
            call.answer(answer)
        }
    }

    private func confirmed(
        _ wanted: Int?,
        _ outcome: Result<ConfigurationRecord, any Error>
    ) -> Result<Void, ControlError> {
        guard trial.isKeeping, kept.inForce?.generation == wanted else {
            // What came of it is written behind that.
            return .failure(.conflict("Another configuration is in force."))
        }
        do {
            kept.saved(try outcome.get())
        } catch {
            _ = trial.handle(.notKept, at: MonotonicClock.now())
            return .failure(ConfigurationStore.unkept(error))
        }
        _ = trial.handle(.kept, at: MonotonicClock.now())
        beforeTrial = nil
        let generation = kept.inForce?.generation ?? 0
        logger.notice("configuration \(generation) is confirmed, and kept")
        events.publish(
            ControlEvent(.configurationConfirmed, ["generation": .integer(generation)])
        )
        return .success(())
    }

    /// Takes note of what a reload has put in force.
    ///
    /// - Parameter applied: What was applied holds; nil: the file does.
    func configurationSettled(_ applied: AppliedConfiguration?) {
        if applied == nil {
            _ = trial.handle(.superseded, at: MonotonicClock.now())
            beforeTrial = nil
            tellOfSuperseded()
        }
        kept.settle(applied, at: CalendarTime.secondsSince1970())
        saveConfiguration()
        tellOfConfiguration()
    }

    private func tellOfSuperseded() {
        guard let generation = kept.inForce?.generation else { return }
        logger.notice("configuration \(generation) is not in force any more: the file was changed")
        events.publish(
            ControlEvent(.configurationSuperseded, ["generation": .integer(generation)])
        )
    }

    /// Writes down what changed, where something has.
    func saveConfiguration() {
        guard kept.isUnsaved else { return }
        work.add { [self] in
            guard kept.isUnsaved else { return nil }
            let (store, record) = (kept.store, kept.record)
            return {
                try store.save(record)
                return record
            }
        } then: { [self] (outcome: Result<ConfigurationRecord, any Error>) in
            switch outcome {
            case .success(let record) where record == kept.record: kept.saved(record)
            case .success: break
            case .failure(let error):
                let message: MessageText = "\(kept.store.path) cannot be written: \(error)"
                logger.error("\(message); the next start may not know what was applied")
            }
        }
    }

    /// Tells clients how it stands.
    func tellOfConfiguration() {
        let report = ConfigurationReport(
            generation: kept.inForce?.generation ?? 0,
            source: kept.inForce == nil ? .file : .applied,
            sha256: kept.inForce?.digest,
            last: kept.record.outcome
        )
        desk.set(ConfigurationDesk.Standing(report: report, attempt: trial.attempt))
    }
}
