internal import Ingest
internal import Pipeline
internal import Presentation

/// Settings on trial, in force in the place of others, and the way back to those.
///
/// Thread: bound to the main thread.
struct TriedSettings {
    /// What comes back.
    private(set) var before: BeforeTrial
    private let settings: SettingsInForce
    private let pipeline: Pipeline
    private let osd: OverlayService
    /// What the trial has put there.
    private let streams: TriedStreams
    private let overlays: OverlayChanges

    /// Puts them in force.
    ///
    /// - Parameters:
    ///   - checked: What they are.
    ///   - settings: Where they are put in force.
    ///   - applied: What of that was applied; nil: what the file says is in force.
    ///   - pipeline: That of `settings`.
    ///   - osd: Where its overlays are.
    /// - Throws: `PipelineError`; nothing has changed then.
    init(
        _ checked: CheckedConfiguration,
        in settings: SettingsInForce,
        after applied: AppliedConfiguration?,
        pipeline: Pipeline,
        osd: OverlayService
    ) throws(PipelineError) {
        let plan = settings.plan(for: checked.settings)
        before = BeforeTrial(
            settings: settings.current,
            applied: applied,
            view: pipeline.view.state,
            replaced: ReplacedStreams(plan.touched, in: pipeline),
            placeholders: pipeline.placeholders(of: plan.placeholders.keys),
            overlays: osd.reversal(of: plan.overlays),
            lock: checked.lock
        )
        try settings.apply(checked.settings, by: plan)
        before.changedView = pipeline.view.state
        streams = TriedStreams(
            plan.touched + plan.placeholders.keys,
            of: settings.current,
            in: pipeline
        )
        overlays = plan.overlays
        self.settings = settings
        self.pipeline = pipeline
        self.osd = osd
    }

    /// Puts in force again what was before them.
    ///
    /// All of it where that can be. What cannot come back is left out: the rest of what was known
    /// to be good is better than what was not confirmed.
    ///
    /// - Throws: `PipelineError` where it is a matter of time; to be tried again then.
    mutating func bringBack() throws(PipelineError) {
        before.look()
        // As often as there is something to leave out.
        while true {
            do throws(PipelineError) {
                return try bringBackWhatIsLeft()
            } catch {
                guard before.leaveOut(after: error) else { throw error }
            }
        }
    }

    private mutating func bringBackWhatIsLeft() throws(PipelineError) {
        let present = Set(pipeline.streamIDs)
        // What a client defines from here on is noticed when the rest is put in force.
        let marks = pipeline.marks(of: streams.ids)
        before.giveWay(to: streams.redefined(in: pipeline))
        before.giveWay(toOverlays: osd.overtaken(overlays))
        before.makeRoom(beside: present)
        let plan = ReloadPlan(
            back: before,
            from: settings.current,
            present: present,
            showing: pipeline.view.state
        )
        try settings.apply(before.settings, by: plan, provided: marks)
    }
}
