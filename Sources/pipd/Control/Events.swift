internal import Control
internal import ControlAPI
internal import Logging
internal import Media
internal import MediaLink
internal import Pipeline
internal import Presentation

/// What happens in the pipeline, as clients and the log are told.
enum Events {
    /// The event that clients see; nil for what only the daemon itself acts on.
    static func controlEvent(_ event: PipelineEvent) -> ControlEvent? {
        switch event {
        case .streamReady(let id): ControlEvent(.streamReady, stream(id))
        case .streamStalled(let id): ControlEvent(.streamStalled, stream(id))
        case .streamResumed(let id): ControlEvent(.streamResumed, stream(id))
        case .streamLost(let id, let reason):
            ControlEvent(.streamLost, stream(id, ["reason": .string(reason), "final": false]))
        case .streamFailed(let id, let reason):
            ControlEvent(.streamLost, stream(id, ["reason": .string(reason), "final": true]))
        case .streamDamaged(let id, let reason):
            ControlEvent(.streamDamaged, stream(id, ["reason": .string(reason)]))
        case .streamEnded(let id): ControlEvent(.streamEnded, stream(id))
        case .variantChanged(let id, let variant, let reason):
            ControlEvent(.variantChanged, stream(id, members(of: variant, reason)))
        case .itemReady(let id, let item): ControlEvent(.itemReady, playlist(id, item))
        case .itemStarted(let id, let item): ControlEvent(.itemStarted, playlist(id, item))
        case .itemEnded(let id, let item): ControlEvent(.itemEnded, playlist(id, item))
        case .itemFailed(let id, let item, let reason):
            ControlEvent(.itemFailed, playlist(id, item, ["reason": .string(reason)]))
        case .streamRemoved(let id): ControlEvent(.streamRemoved, stream(id))
        // `ViewNotices` tells of it.
        case .showEnded: nil
        case .layerResized(let id, let view, let size):
            ControlEvent(.layerResized, stream(id, layer(view, size)))
        case .layerRebuilt(let id, let view, let cause):
            ControlEvent(.layerRebuilt, stream(id, layer(view, cause)))
        case .layerFailed(let id, let view, let cause):
            ControlEvent(.layerFailed, stream(id, layer(view, cause)))
        case .outputRebuilt(let reason), .outputLost(let reason):
            ControlEvent(.outputChanged, ["reason": .string(reason)])
        case .outputChanged(let output): ControlEvent(.outputChanged, outputMembers(output))
        // Reports of the stream say it.
        case .placeholderFlawed: nil
        case .itemOpening, .firstPictureShown, .placeholderShown, .contentChanged, .finished: nil
        }
    }

    static func streamAdded(_ id: StreamID) -> ControlEvent {
        ControlEvent(.streamAdded, stream(id))
    }

    /// - Parameters:
    ///   - view: What is shown, and what is asked for.
    ///   - now: The time, for what is left of a show's.
    /// - Returns: The event.
    static func viewChanged(_ view: PIPController, at now: MonotonicTime) -> ControlEvent {
        let state = view.state
        var members: [String: JSONValue] = [
            "main": state.main.map { .string($0.name) } ?? .null,
            "pip": .object([
                "enabled": .boolean(state.isPIPEnabled),
                "stream": state.pip.map { .string($0.name) } ?? .null,
            ]),
        ]
        if let show = Reports.show(view.shows, at: now) {
            members["show"] = .object([
                "main": .string(show.main), "priority": .integer(show.priority),
                "seconds": .number(show.seconds),
            ])
        }
        return ControlEvent(.viewChanged, members)
    }

    static func snapshotFailed(_ id: StreamID, reason: String) -> ControlEvent {
        ControlEvent(.snapshotFailed, stream(id, ["reason": .string(reason)]))
    }

    static func feedRefreshed(_ report: FeedRefreshReport) -> ControlEvent {
        ControlEvent(
            .feedRefreshed,
            [
                "feed": .string(report.feed), "items": .integer(report.items),
                "added": .integer(report.added), "removed": .integer(report.removed),
                "changed": .integer(report.changed),
            ]
        )
    }

    static func feedFailed(_ feed: String, reason: String) -> ControlEvent {
        ControlEvent(.feedFailed, ["feed": .string(feed), "reason": .string(reason)])
    }

    static func scanBegins(_ root: String) -> ControlEvent {
        ControlEvent(.libraryScan, ["root": .string(root), "state": "started"])
    }

    static func scanned(_ report: LibraryScanReport) -> ControlEvent {
        ControlEvent(
            .libraryScan,
            [
                "root": .string(report.root), "state": report.isOffline ? "offline" : "done",
                "files": .integer(report.files), "seconds": .number(report.seconds),
            ]
        )
    }

    static func libraryChanged(_ report: LibraryScanReport) -> ControlEvent {
        ControlEvent(
            .libraryChanged,
            [
                "root": .string(report.root), "added": .integer(report.added),
                "removed": .integer(report.removed), "changed": .integer(report.changed),
            ]
        )
    }

    static func probed(_ files: Int) -> ControlEvent {
        ControlEvent(.libraryChanged, ["probed": .integer(files)])
    }

    static func assetChanged(_ asset: AssetReport) -> ControlEvent {
        ControlEvent(.libraryChanged, ["asset": .string(asset.id)])
    }

    /// - Parameters:
    ///   - root: What of the library is meant.
    ///   - reason: What is wrong with it; nil: nothing any more.
    /// - Returns: The event.
    static func libraryDegraded(_ root: String, _ reason: String?) -> ControlEvent {
        ControlEvent(
            .libraryDegraded,
            ["root": .string(root), "reason": reason.map { .string($0) } ?? .null]
        )
    }

    /// - Parameter reason: Why something of it cannot be kept; nil: all can again.
    /// - Returns: The event.
    static func libraryDegraded(reason: String?) -> ControlEvent {
        ControlEvent(.libraryDegraded, ["reason": reason.map { .string($0) } ?? .null])
    }

    static func thumbnailFailed(_ thumbnail: ThumbnailReport) -> ControlEvent {
        var members: [String: JSONValue] = ["source": .string(thumbnail.source)]
        members["asset"] = thumbnail.asset.map { .string($0) }
        members["reason"] = thumbnail.reason.map { .string($0) }
        return ControlEvent(.thumbnailFailed, members)
    }

    static func exportMoved(_ id: String, bytes: Int64, of total: Int64) -> ControlEvent {
        ControlEvent(
            .exportProgress,
            [
                "export": .string(id), "bytes": .integer(Int(bytes)),
                "total_bytes": .integer(Int(total)),
            ]
        )
    }

    static func exportEnded(_ export: ExportReport) -> ControlEvent {
        var members: [String: JSONValue] = [
            "export": .string(export.id), "state": .string(export.state.rawValue),
            "to": .string(export.to), "bytes": .integer(Int(export.bytes)),
            "count": .integer(export.count), "exported": .integer(export.exported),
        ]
        members["reason"] = export.reason.map { .string($0) }
        return ControlEvent(export.state == .done ? .exportDone : .exportFailed, members)
    }

    /// Logs what an operator wants to know, once, at its level, with what it is about as fields.
    static func log(_ event: PipelineEvent, to logger: Logger) {
        let about = metadata(event)
        switch event {
        case .streamReady(let id): logger.info("stream \(id): pictures arrive", metadata: about)
        case .streamStalled(let id):
            logger.warning("stream \(id): stalled: no pictures arrive", metadata: about)
        case .streamResumed(let id):
            logger.info("stream \(id): pictures arrive again", metadata: about)
        case .streamLost(let id, let reason):
            logger.warning("stream \(id): lost: \(reason); trying again", metadata: about)
        case .streamFailed(let id, let reason):
            logger.error("stream \(id): cannot be shown: \(reason)", metadata: about)
        case .streamDamaged(let id, let reason):
            logger.warning("stream \(id): \(reason)", metadata: about)
        case .placeholderFlawed(let id, let reason):
            logger.warning(
                "stream \(id): its placeholder shows words alone: \(reason)",
                metadata: about
            )
        case .streamEnded(let id): logger.info("stream \(id): ended", metadata: about)
        case .variantChanged(let id, let variant, let reason):
            logger.info("stream \(id): shows \(variant) now: \(reason)", metadata: about)
        case .itemOpening(let id, let item):
            logger.trace("playlist \(id): opens item \(item)", metadata: about)
        case .itemReady(let id, let item):
            logger.debug("playlist \(id): item \(item) is ready", metadata: about)
        case .itemStarted(let id, let item):
            logger.debug("playlist \(id): shows item \(item)", metadata: about)
        case .itemEnded(let id, let item):
            logger.debug("playlist \(id): item \(item) has ended", metadata: about)
        case .itemFailed(let id, let item, let reason):
            logger.warning(
                "playlist \(id): item \(item) is passed over: \(reason)",
                metadata: about
            )
        case .streamRemoved(let id): logger.info("stream \(id): removed", metadata: about)
        case .showEnded(let id):
            logger.info("stream \(id): was shown for its time", metadata: about)
        case .layerResized(let id, let view, let size):
            logger.info("stream \(id): layer \(name(view)) is \(size) now", metadata: about)
        case .layerRebuilt(let id, let view, let cause):
            logger.info(
                "stream \(id): layer \(name(view)) set up anew: \(cause)",
                metadata: about
            )
        case .layerFailed(let id, let view, let cause):
            logger.error("stream \(id): layer \(name(view)) given up: \(cause)", metadata: about)
        case .firstPictureShown: logger.info("the first picture is on the output")
        case .placeholderShown: logger.info("no picture yet: a placeholder is on the output")
        case .contentChanged: break
        case .outputRebuilt(let reason):
            logger.warning("output set up anew: \(reason)", metadata: about)
        case .outputChanged(let output): log(output, to: logger)
        case .outputLost(let reason): logger.error("output lost: \(reason)", metadata: about)
        case .finished(.endOfStream): logger.info("--once: that ends the run")
        case .finished(.duration): logger.info("the time is up")
        }
    }

    /// Logs what the output is, or why it shows nothing.
    static func log(_ output: OutputState, to logger: Logger) {
        let about = metadata(.outputChanged(output))
        if let waiting = output.waiting {
            return logger.warning("output: nothing is shown: \(waiting)", metadata: about)
        }
        let place = [output.connector, output.driver.map { "(\($0))" }].compactMap { $0 }
        let name = ([output.kind] + place).joined(separator: " ")
        let reason = output.reason.map { "; \($0)" } ?? ""
        logger.info(
            "output: \(name) \(output.mode), \(output.compositor)\(reason)",
            metadata: about
        )
    }

    /// What an event is about: `stream`, `layer`, `output` and `reason`, where it has them.
    static func metadata(_ event: PipelineEvent) -> Logger.Metadata {
        switch event {
        case .streamReady(let id), .streamStalled(let id), .streamResumed(let id),
            .streamEnded(let id), .streamRemoved(let id), .showEnded(let id):
            ["stream": "\(id)"]
        case .streamLost(let id, let reason), .streamFailed(let id, let reason),
            .streamDamaged(let id, let reason):
            ["stream": "\(id)", "reason": "\(reason)"]
        case .placeholderFlawed(let id, let reason):
            ["stream": "\(id)", "reason": "\(reason)"]
        case .variantChanged(let id, let variant, let reason):
            ["stream": "\(id)", "variant": "\(variant)", "reason": "\(reason)"]
        case .itemOpening(let id, let item), .itemReady(let id, let item),
            .itemStarted(let id, let item), .itemEnded(let id, let item):
            ["stream": "\(id)", "item": "\(item)"]
        case .itemFailed(let id, let item, let reason):
            ["stream": "\(id)", "item": "\(item)", "reason": "\(reason)"]
        case .layerResized(let id, let view, _): ["stream": "\(id)", "layer": "\(name(view))"]
        case .layerRebuilt(let id, let view, let cause), .layerFailed(let id, let view, let cause):
            ["stream": "\(id)", "layer": "\(name(view))", "reason": "\(cause)"]
        case .outputRebuilt(let reason), .outputLost(let reason): ["reason": "\(reason)"]
        case .outputChanged(let output): metadata(output)
        case .firstPictureShown, .placeholderShown, .contentChanged, .finished: [:]
        }
    }

    private static func metadata(_ output: OutputState) -> Logger.Metadata {
        var about: Logger.Metadata = ["output": "\(output.connector ?? output.kind)"]
        if let reason = output.waiting ?? output.reason { about["reason"] = "\(reason)" }
        return about
    }

    private static func stream(
        _ id: StreamID,
        _ others: [String: JSONValue] = [:]
    ) -> [String: JSONValue] {
        others.merging(["stream": .string(id.name)]) { $1 }
    }

    static func playlistChanged(_ id: StreamID, revision: Int) -> ControlEvent {
        ControlEvent(
            .playlistChanged,
            ["playlist": .string(id.name), "revision": .integer(revision)]
        )
    }

    private static func playlist(
        _ id: StreamID,
        _ item: PlaylistItemID,
        _ others: [String: JSONValue] = [:]
    ) -> [String: JSONValue] {
        others.merging(["playlist": .string(id.name), "item": .string(item.name)]) { $1 }
    }

    private static func outputMembers(_ output: OutputState) -> [String: JSONValue] {
        [
            "mode": .string(output.mode),
            "connector": output.connector.map { .string($0) } ?? .null,
            "compositor": .string(output.compositor),
            "waiting": output.waiting.map { .string($0) } ?? .null,
        ]
    }

    private static func layer(_ view: ViewName?, _ cause: LayerError) -> [String: JSONValue] {
        [
            "layer": view.map { .string($0.rawValue) } ?? .null,
            "cause": .string(cause.cause),
            "code": .integer(cause.code),
        ]
    }

    private static func layer(_ view: ViewName?, _ size: PixelSize) -> [String: JSONValue] {
        [
            "layer": view.map { .string($0.rawValue) } ?? .null,
            "width": .integer(Int(size.width)),
            "height": .integer(Int(size.height)),
        ]
    }

    private static func members(
        of variant: Variant,
        _ reason: VariantPlan.Reason
    ) -> [String: JSONValue] {
        var members: [String: JSONValue] = [
            "bit_rate": .integer(variant.bitRate), "reason": .string(reason.rawValue),
        ]
        members["width"] = variant.size.map { .integer(Int($0.width)) }
        members["height"] = variant.size.map { .integer(Int($0.height)) }
        return members
    }

    private static func name(_ view: ViewName?) -> String { view?.rawValue ?? "(not shown)" }
}
