public import ControlAPI

/// What talks to a broker.
public protocol MQTTBackend: Sendable {
    /// How it stands with the broker, also where there is none.
    func mqtt() async -> MQTTReport
}
