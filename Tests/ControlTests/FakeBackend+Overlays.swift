internal import Control
internal import ControlAPI
internal import Media
internal import Synchronization

extension FakeBackend {
    func mqtt() async -> MQTTReport {
        var report = MQTTReport(state: .waiting)
        report.broker = "broker.example:8883"
        report.topic = "pipd/lobby"
        report.groups = ["floor1"]
        report.reason = "Connection refused"
        report.nextAttemptSeconds = 12.5
        report.ignored = ["retained": 1]
        report.refused = ["pipd/group/floor1/+/set"]
        return report
    }

    func overlays() async -> [OverlayReport] {
        state.withLock { $0.overlays.values.sorted { $0.id < $1.id } }
    }

    func putOverlay(
        _ id: String,
        _ fields: FieldValues<OverlayFields>
    ) async throws(ControlError) -> (overlay: OverlayReport, isNew: Bool) {
        guard id != "many" else { throw .conflict("There are 8 overlays already.") }
        let overlay = OverlayReport(id: id, fields: fields)
        let isNew = state.withLock { $0.overlays.updateValue(overlay, forKey: id) == nil }
        return (overlay, isNew)
    }

    func deleteOverlay(_ id: String) async throws(ControlError) {
        let wasThere = state.withLock { $0.overlays.removeValue(forKey: id) != nil }
        guard wasThere else { throw .notFound("There is no overlay '\(id)'.") }
    }

    func messages() async -> MessageList {
        MessageList(shown: "a", waiting: 0, reason: "no font is installed")
    }

    func say(_ message: FieldValues<MessageFields>) async throws(ControlError) -> MessageList {
        guard message.text != "too much" else { throw .conflict("16 messages wait already.") }
        return state.withLock { state in
            state.messages.append(message)
            return MessageList(shown: state.messages.first?.text, waiting: state.messages.count - 1)
        }
    }

    func clearMessages() async -> MessageList {
        state.withLock { $0.messages = [] }
        return MessageList(shown: nil, waiting: 0)
    }
}
