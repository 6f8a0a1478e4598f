internal import Pipeline
internal import Presentation

/// Settings that are to be tried, and what there is at the moment that they take the place of.
///
/// Thread: bound to the main thread.
struct TrialStart {
    let new: Settings
    let plan: ReloadPlan
    /// What comes back would be lost where it is not what is there still.
    let marks: StreamMarks
    /// What comes back; what it says of overlays is known once those are changed.
    let before: BeforeTrial

    /// - Parameters:
    ///   - checked: What is to be tried.
    ///   - applied: What of that in force was applied; nil: what the file says is in force.
    ///   - settings: Where they are put in force.
    ///   - pipeline: That of `settings`.
    init(
        _ checked: CheckedConfiguration,
        after applied: AppliedConfiguration?,
        in settings: SettingsInForce,
        pipeline: Pipeline
    ) {
        new = checked.settings
        plan = settings.plan(for: new)
        // What a client defines from here on is noticed when the plan is carried out.
        marks = pipeline.marks(of: plan.touched + plan.placeholders.keys)
        before = BeforeTrial(
            settings: settings.current,
            applied: applied,
            view: pipeline.view.state,
            replaced: ReplacedStreams(plan.touched, in: pipeline),
            placeholders: pipeline.placeholders(of: plan.placeholders.keys),
            lock: checked.lock
        )
    }
}
