internal import Control
internal import ControlAPI
internal import Media
internal import Presentation

/// Overlays and messages as the HTTP API sees them.
///
/// Thread: safe.
struct DaemonOverlays: OverlaysBackend {
    let osd: OverlayService

    func overlays() async -> [OverlayReport] { osd.list }

    func putOverlay(
        _ id: String,
        _ fields: FieldValues<OverlayFields>
    ) async throws(ControlError) -> (overlay: OverlayReport, isNew: Bool) {
        guard let isNew = osd.set(id, fields) else {
            throw .conflict(
                "There are \(OverlayReport.limit) overlays already, the most there can be."
            )
        }
        return (await osd.report(of: id) ?? OverlayReport(id: id, fields: fields), isNew)
    }

    func deleteOverlay(_ id: String) async throws(ControlError) {
        guard !osd.remove(id) else { return }
        throw .notFound(.nothing("overlay", id, among: osd.list.map(\.id)))
    }

    func messages() async -> MessageList { osd.messages }

    func say(_ message: FieldValues<MessageFields>) async throws(ControlError) -> MessageList {
        let queued = MessageQueue.Message(
            message.text ?? "",
            for: .seconds(message.seconds ?? 10),
            isWarning: message.level == "warning"
        )
        guard let list = await osd.say(queued) else {
            throw .conflict(
                "There are \(MessageList.limit) messages already, the most there can be, with the one"
                    + " that is shown."
            )
        }
        return list
    }

    func clearMessages() async -> MessageList {
        osd.clearMessages()
        return osd.messages
    }
}
