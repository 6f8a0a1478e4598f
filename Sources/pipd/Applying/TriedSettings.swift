internal import Ingest
internal import Pipeline
internal import Presentation

/// Settings on trial, in force in the place of others, and the way back to those.
///
/// Clients define streams and set overlays at any time, from other threads. Where they define a
/// stream or a playlist between a plan and its carrying out, nothing is changed, and it is planned
/// anew; overlays are compared and changed at once.
///
/// Thread: bound to the main thread.
struct TriedSettings {
    /// What comes back.
    private(set) var before: BeforeTrial
    private let settings: SettingsInForce
    private let pipeline: Pipeline
    /// What the trial has put there.
    private let streams: TriedStreams
    private let overlays: OverlayChanges

    /// What has to be done for what was before to be in force again.
    struct WayBack {
        fileprivate let plan: ReloadPlan
        /// What the plan was made for.
        fileprivate let marks: StreamMarks
    }

    /// Puts them in force, where clients were not faster.
    ///
    /// - Parameters:
    ///   - start: What they are, and what they take the place of.
    ///   - settings: Where they are put in force.
    ///   - pipeline: That of `settings`.
    /// - Throws: `PipelineError`, `.overtaken` where it is to be planned anew; nothing has changed
    ///   then.
    init(
        _ start: TrialStart,
        in settings: SettingsInForce,
        pipeline: Pipeline
    ) throws(PipelineError) {
        before = start.before
        let outcome = try settings.apply(start.new, by: start.plan, provided: start.marks)
        before.overlays = outcome.reversal
        before.changedView = pipeline.view.state
        streams = TriedStreams(
            start.plan.touched + start.plan.placeholders.keys,
            of: settings.current,
            in: pipeline
        )
        overlays = start.plan.overlays
        self.settings = settings
        self.pipeline = pipeline
    }

    /// Puts in force what is to be tried.
    ///
    /// - Parameters:
    ///   - checked: What it is.
    ///   - applied: What of that in force was applied; nil: what the file says is in force.
    ///   - settings: Where it is put in force.
    ///   - pipeline: That of `settings`.
    /// - Returns: It in force, and the way back.
    /// - Throws: `PipelineError`; nothing has changed then.
    static func begin(
        _ checked: CheckedConfiguration,
        after applied: AppliedConfiguration?,
        in settings: SettingsInForce,
        pipeline: Pipeline
    ) throws(PipelineError) -> Self {
        var overtakings = 0
        while true {
            let start = TrialStart(checked, after: applied, in: settings, pipeline: pipeline)
            do throws(PipelineError) {
                return try Self(start, in: settings, pipeline: pipeline)
            } catch {
                overtakings += 1
                guard case .overtaken = error, overtakings < BeforeTrial.rounds else { throw error }
            }
        }
    }

    /// Puts in force again what was before them.
    ///
    /// All of it where that can be. What cannot come back is left out: the rest of what was known
    /// to be good is better than what was not confirmed.
    ///
    /// - Throws: `PipelineError` where it is a matter of time; to be tried again then.
    mutating func bringBack() throws(PipelineError) {
        before.look()
        // Ends: each time there is less to bring back, or one round less for clients that are
        // faster.
        while true {
            do throws(PipelineError) {
                let way = wayBack()
                return try go(way)
            } catch {
                guard before.recover(from: error) else { throw error }
            }
        }
    }

    /// Plans it for what there is at the moment, and gives way to what clients have defined.
    mutating func wayBack() -> WayBack {
        let present = Set(pipeline.streamIDs)
        // What a client defines from here on is noticed now, or when the plan is carried out.
        let marks = pipeline.marks(of: streams.ids)
        let redefined = streams.redefined(in: pipeline)
        before.giveWay(to: redefined)
        before.makeRoom(beside: present)
        let plan = ReloadPlan(
            back: before,
            from: settings.current,
            present: present,
            showing: pipeline.view.state
        )
        // Of what it gives way to the plan changes nothing.
        return WayBack(plan: plan, marks: marks.subtracting(redefined))
    }

    /// - Throws: `PipelineError`, `.overtaken` where it is to be planned anew; nothing has changed
    ///   then.
    mutating func go(_ way: WayBack) throws(PipelineError) {
        let outcome = try settings.apply(
            before.settings,
            by: way.plan,
            provided: way.marks,
            since: overlays
        )
        before.leaveOut(overlays: outcome.overtaken)
    }
}
