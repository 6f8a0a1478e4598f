internal import Control
internal import ControlAPI
internal import Logging
internal import Media
internal import Pipeline
internal import Platform

/// Configurations that clients apply, each from the wish to its confirmation or its end.
///
///     ConfigurationDesk ─► ConfigurationTrials ─► SettingsInForce
///       what clients ask     │ ConfigurationTrial: what is to be done, and when
///                            │ TriedSettings: what is on trial, and the way back
///                            └ KeptConfiguration: what the next start finds
///
/// Thread: bound to the main thread.
final class ConfigurationTrials {
    private let launch: Launch
    private let settings: SettingsInForce
    private let pipeline: Pipeline
    private let desk: ConfigurationDesk
    private let work: BackgroundWork
    private let events: EventHub
    private let logger: Logger
    private let signalLog: SignalLog
    private var kept: KeptConfiguration
    private var trial = ConfigurationTrial()
    /// The one that is in force; nil while none is.
    private var tried: TriedSettings?
    /// Who waits for it to be written.
    private var confirming: ConfigurationDesk.Call?

    /// - Parameters:
    ///   - launch: Checks what is to be tried.
    ///   - settings: What is in force.
    ///   - kept: What of that was applied, and what becomes of it.
    ///   - desk: Where clients ask.
    ///   - work: Reads and keeps configurations.
    ///   - pipeline: That of `settings`.
    ///   - events: Told of what becomes of a trial.
    ///   - signalLog: Told of what is tried again and again.
    init(
        launch: Launch,
        settings: SettingsInForce,
        kept: KeptConfiguration,
        desk: ConfigurationDesk,
        work: BackgroundWork,
        pipeline: Pipeline,
        events: EventHub,
        signalLog: SignalLog
    ) {
        self.launch = launch
        self.settings = settings
        self.kept = kept
        self.desk = desk
        self.work = work
        self.pipeline = pipeline
        self.events = events
        self.signalLog = signalLog
        logger = launch.logger
        tell()
    }

    /// What was applied of what is in force, on trial or not; nil: what the file says is.
    var inForce: AppliedConfiguration? { kept.inForce }

    /// When it is to be looked at what people see; nil: not.
    var nextLook: MonotonicTime? { trial.nextLook }

    // MARK: Turns

    /// Does what clients ask for.
    func attend() {
        for call in desk.take() {
            let now = MonotonicClock.now()
            switch call.wish {
            case .apply(let draft): check(draft, for: call, at: now)
            case .confirm(let generation):
                look(at: now)
                answer(call, trial.handle(.confirmed(generation: generation), at: now))
            case .rollBack(let generation):
                answer(call, trial.handle(.rejected(generation: generation), at: now))
            }
        }
    }

    private func answer(_ call: ConfigurationDesk.Call, _ action: ConfigurationTrial.Action?) {
        switch action {
        case .keep: keep(for: call)
        case .rollBack(let reason): call.answer(rollBack(because: reason))
        case .refuse(let reason): call.answer(.failure(.conflict(reason)))
        case .check, nil: call.answer(.success(()))
        }
    }

    /// Looks what people see of a configuration on trial, where it is time to.
    func keepDeadline(_ now: MonotonicTime) {
        guard let due = trial.nextLook, now >= due else { return }
        look(at: now)
    }

    private func look(at now: MonotonicTime) {
        guard trial.attempt != nil else { return }
        if case .rollBack(let reason) = trial.handle(.looked(seen), at: now) {
            _ = rollBack(because: reason)
        }
        tell()
    }

    private var seen: ViewsSeen { ViewsSeen(pipeline.health(), pipeline.snapshot()) }

    // MARK: The beginning

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
            let (launch, old, store) = (launch, settings.current, kept.store)
            return { try launch.check(draft, after: old, in: store) }
        } then: { [self] (outcome: Result<CheckedConfiguration, any Error>) in
            let answer = begin(outcome, for: draft.confirmWithin)
            // Before its client asks how it stands.
            tell()
            call.answer(answer)
        }
    }

    private func begin(
        _ outcome: Result<CheckedConfiguration, any Error>,
        for seconds: Double
    ) -> Result<Void, ControlError> {
        do {
            let checked = try outcome.get()
            kept.saved(checked.record)
            let seen = seen
            tried = try putInForce(checked)
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
            return .success(())
        } catch {
            _ = trial.handle(.refused, at: MonotonicClock.now())
            return .failure(error as? ControlError ?? .unavailable("\(error)"))
        }
    }

    private func putInForce(
        _ checked: CheckedConfiguration
    ) throws(ControlError) -> TriedSettings {
        do throws(PipelineError) {
            return try TriedSettings.begin(
                checked,
                after: kept.inForce,
                in: settings,
                pipeline: pipeline
            )
        } catch {
            kept.change { $0.withdrawn() }
            save()
            throw ControlError(error)
        }
    }

    // MARK: The confirmation

    private func keep(for call: ConfigurationDesk.Call) {
        // Also where the writing hangs and it is rolled back.
        confirming = call
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
            tell()
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
        end(.kept)
        let generation = kept.inForce?.generation ?? 0
        logger.notice("configuration \(generation) is confirmed, and kept")
        events.publish(
            ControlEvent(.configurationConfirmed, ["generation": .integer(generation)])
        )
        return .success(())
    }

    // MARK: Other ends

    /// Nothing of it is brought back any more.
    private func end(_ event: ConfigurationTrial.Event) {
        _ = trial.handle(event, at: MonotonicClock.now())
        (tried, confirming) = (nil, nil)
    }

    /// Puts in force again what was before the configuration on trial; where that is a matter of
    /// time, the next look tries again.
    ///
    /// - Returns: What whoever asked for it is told.
    private func rollBack(because reason: MessageText) -> Result<Void, ControlError> {
        do throws(PipelineError) {
            try tried?.bringBack()
        } catch {
            let message: MessageText = "the configuration is not rolled back yet: \(error)"
            signalLog.write(.notRolledBack, .error, "\(message)")
            return .failure(.unavailable("\(message); it is tried again."))
        }
        if let before = tried?.before { rolledBack(to: before, because: reason) }
        return .success(())
    }

    private func rolledBack(to before: BeforeTrial, because reason: MessageText) {
        let generation = kept.inForce?.generation ?? 0
        let message: MessageText = "configuration \(generation) was rolled back: \(reason)"
        let waiting = confirming
        end(.rolledBack)
        kept.inForce = before.applied
        let lost = before.leftOut.map(\.name)
        let now = CalendarTime.secondsSince1970()
        kept.change { $0.rolledBack(because: reason, without: lost, at: now) }
        save()
        logger.warning("\(message)")
        for (name, cause) in before.leftOut {
            let loss: MessageText = "\(name) was there before, and could not come back: \(cause)"
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
        tell()
        waiting?.answer(.failure(.conflict(message + ".")))
    }

    /// Takes note of what a reload has put in force.
    ///
    /// - Parameter applied: What was applied holds; nil: the file does.
    func settle(_ applied: AppliedConfiguration?) {
        if applied == nil {
            end(.superseded)
            tellOfSuperseded()
        }
        kept.settle(applied, at: CalendarTime.secondsSince1970())
        save()
        tell()
    }

    private func tellOfSuperseded() {
        guard let generation = kept.inForce?.generation else { return }
        logger.notice("configuration \(generation) is not in force any more: the file was changed")
        events.publish(
            ControlEvent(.configurationSuperseded, ["generation": .integer(generation)])
        )
    }

    // MARK: What is known of it

    /// Writes down what changed, where something has.
    func save() {
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
    private func tell() {
        let report = ConfigurationReport(
            generation: kept.inForce?.generation ?? 0,
            source: kept.inForce == nil ? .file : .applied,
            sha256: kept.inForce?.digest,
            last: kept.record.outcome
        )
        desk.set(ConfigurationDesk.Standing(report: report, attempt: trial.attempt))
    }
}
