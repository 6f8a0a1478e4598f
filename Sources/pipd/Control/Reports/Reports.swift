internal import ControlAPI
internal import FrameTransport
internal import Ingest
internal import Media
internal import Pipeline
internal import Presentation

/// The API's values, made from the pipeline's.
enum Reports {
    static func stream(_ stream: StreamSnapshot) -> StreamReport {
        let status = stream.status
        var report = StreamReport(
            id: stream.id.name,
            url: status.url,
            state: status.state.rawValue
        )
        report.reason = status.reason
        report.failure = status.failure?.rawValue
        report.codec = status.codec
        if let format = status.format {
            report.width = Int(format.size.width)
            report.height = Int(format.size.height)
            report.displayWidth = Int(format.displaySize.width)
            report.displayHeight = Int(format.displaySize.height)
            report.rotation = Int(format.rotation.rawValue)
            report.sampleAspectRatio = "\(format.sampleAspectRatio)"
            report.pixelFormat = format.pixelFormat.name
        }
        report.frameRate = status.frameRate?.value
        report.variants = variants(status)
        report.positionSeconds = stream.position?.seconds
        report.durationSeconds = status.duration?.seconds
        report.paused = stream.isPaused
        report.live = status.isLive
        report.loop = stream.configuration.loop
        report.reconnects = status.reconnects
        report.received = stream.ledger.received
        report.presented = stream.ledger.presented
        for reason in DropReason.allCases {
            report.dropped[reason.rawValue] = stream.ledger.dropped[reason] ?? 0
        }
        report.inFlight = stream.ledger.inFlight
        report.shownIn = stream.views.map(\.rawValue)
        tellOfImages(&report, stream)
        report.placeholderReason = stream.status.placeholderFlaw?.description
        return report
    }

    private static func variants(_ status: IngestStatus) -> [VariantReport]? {
        guard !status.variants.isEmpty else { return nil }
        return status.variants.enumerated().map { index, variant in
            var report = VariantReport(bitRate: variant.bitRate, playing: index == status.variant)
            report.width = variant.size.map { Int($0.width) }
            report.height = variant.size.map { Int($0.height) }
            report.frameRate = variant.frameRate?.value
            return report
        }
    }

    private static func tellOfImages(_ report: inout StreamReport, _ stream: StreamSnapshot) {
        switch PictureChoice(at: nil, PictureChoice.Situation(of: stream)) {
        case .wait(let reason), .refuse(let reason), .unusable(_, let reason):
            report.screenshotReason = reason
        case .displayed, .next, .newest, .past, .search: report.screenshotPossible = true
        }
        if stream.lookback.isConfigured { report.lookbackSeconds = stream.lookback.kept.seconds }
    }

    /// - Parameters:
    ///   - view: What is shown where, and what is asked for.
    ///   - window: Where the PIP window is; nil without one.
    ///   - now: The time, for what is left of a show's.
    /// - Returns: What a client is told of the view.
    static func view(
        _ view: PIPController,
        window: PixelRect?,
        at now: MonotonicTime
    ) -> ViewReport {
        let state = view.state
        let placement = state.placement
        var pip = PIPReport(
            enabled: state.isPIPEnabled,
            stream: state.pip?.name,
            size: placement.size,
            margin: placement.margin,
            border: Int(placement.style.borderWidth),
            radius: Int(placement.style.cornerRadius),
            opacity: placement.style.opacity,
            gravity: placement.gravity.rawValue,
            aspect: "\(placement.aspect)"
        )
        switch placement.position {
        case .corner(let corner): pip.corner = corner.rawValue
        case .free(let x, let y): (pip.x, pip.y) = (x, y)
        }
        pip.window = window.map {
            PIPWindowReport(
                x: Int($0.x),
                y: Int($0.y),
                width: Int($0.width),
                height: Int($0.height)
            )
        }
        var report = ViewReport(
            main: state.main?.name,
            gravity: state.gravity.rawValue,
            transition: state.transition.rawValue,
            pip: pip
        )
        report.show = show(view.shows, at: now)
        return report
    }

    /// What is shown for a time; nil where nothing is.
    static func show(_ shows: TimedShows, at now: MonotonicTime) -> ShowReport? {
        shows.current.map { show in
            ShowReport(
                main: show.stream.name,
                priority: show.priority,
                seconds: max(0, ((show.end - now).seconds * 1000).rounded() / 1000),
                covered: shows.coveredCount
            )
        }
    }

    static func output(_ output: OutputState) -> OutputReport {
        var report = OutputReport(
            kind: output.kind,
            mode: output.mode,
            connector: output.connector,
            compositor: output.compositor,
            renderer: output.renderer
        )
        report.driver = output.driver
        report.rotation = Int(output.rotation.rawValue)
        report.reason = output.reason
        report.imports = output.imports
        report.waiting = output.waiting
        return report
    }
}
