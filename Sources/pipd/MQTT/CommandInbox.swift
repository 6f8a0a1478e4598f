internal import MQTT

/// The commands that wait to be obeyed: of each the last that came, however many did.
struct CommandInbox {
    /// Why something that came is not obeyed: a label of `pipd_mqtt_ignored_total`.
    enum Reason: String, Hashable, Sendable, CaseIterable {
        /// The broker kept it, maybe for years.
        case retained
        case oversized
        /// It is neither text nor the JSON that it is to be.
        case malformed
        /// There is no such command, or it is another's.
        case unknown
        /// The same command came again before it was its turn.
        case superseded
    }

    private var waiting: [BrokerCommand] = []
    private(set) var ignored: [Reason: Int]

    /// - Parameter ignored: What was counted before.
    init(ignored: [Reason: Int] = [:]) {
        self.ignored = ignored
    }

    /// Takes what came in a topic of commands.
    ///
    /// - Parameters:
    ///   - message: What came.
    ///   - name: What its topic names.
    mutating func take(_ message: BrokerMessage, _ name: BrokerCommand.Name?) {
        if let reason = Self.reason(toIgnore: message) { return ignore(reason) }
        guard let name else { return ignore(.unknown) }
        guard let command = BrokerCommand(name, message.payload) else { return ignore(.malformed) }
        if let place = waiting.firstIndex(where: { $0.name == name }) {
            waiting.remove(at: place)
            ignore(.superseded)
        }
        waiting.append(command)
    }

    private static func reason(toIgnore message: BrokerMessage) -> Reason? {
        if message.isRetained { return .retained }
        return message.payload.count > BrokerMessage.mostBytes ? .oversized : nil
    }

    private mutating func ignore(_ reason: Reason) { ignored[reason, default: 0] += 1 }

    /// The next one to obey, in the order in which they came; nil where none waits.
    ///
    /// - Parameter isPicturing: Whether one waits for a picture: another that does is not begun
    ///   then, nor what comes after it.
    /// - Returns: It.
    mutating func next(whilePicturing isPicturing: Bool = false) -> BrokerCommand? {
        guard let first = waiting.first, !(isPicturing && first.mayWait) else { return nil }
        return waiting.removeFirst()
    }
}
