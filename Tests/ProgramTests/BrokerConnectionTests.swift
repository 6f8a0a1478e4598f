internal import Glibc
internal import MQTT
internal import Platform
internal import TestSupport
internal import Testing

/// A connection to brokers that are none.
@Suite(
    .timeLimit(.minutes(5)),
    .enabled("needs mosquitto: scripts/setup unpacks it") { Mosquitto.path != nil }
)
struct BrokerConnectionTests {
    private static let welcome: [UInt8] = [0x20, 2, 0, 0]

    /// It is over, whatever was sent, and says why in words that others can go on with.
    @Test(
        arguments: [
            ([0x20, 2, 0, 5], "Connection Refused: not authorised"),
            ([0x20, 2, 0], "the connection was lost"),
            (welcome, "the connection was lost"),
            (welcome + [0x30, 9, 0, 1], "the connection was lost"),
            // A message that the library would keep, and all that follow it.
            (
                welcome + [0x34, 5, 0, 1, 0x61, 0, 1],
                "it sends with QoS 2, which it was not asked for"
            ),
            (
                welcome + [0xE3, 0],
                "A network protocol error occurred when communicating with the broker"
            ),
            (
                welcome + [0, 0],
                "A network protocol error occurred when communicating with the broker: "
                    + "Error: Unrecognised command 0"
            ),
        ] as [([UInt8], String)]
    )
    func whatABrokerSendsEndsIt(bytes: [UInt8], reason: String) throws {
        let server = try FaultyServer(.sends(bytes))
        let endpoint = BrokerEndpoint(
            host: "127.0.0.1",
            port: Int(server.port),
            isSecure: false,
            clientID: "test",
            will: BrokerMessage("test/will", "")
        )
        #expect(Self.end(of: try BrokerConnection(to: endpoint)) == reason)
    }

    /// Why it is over; nil where it is not in time.
    private static func end(of connection: BrokerConnection) -> String? {
        while let descriptor = connection.descriptor {
            var polling = PollSet(capacity: 1)
            let isWritten = connection.wantsToWrite
            guard
                !polling.wait(until: .patience, guest: descriptor, isWritten: isWritten).isEmpty
            else { return nil }
            for case .ended(let reason, _) in connection.turn() { return reason }
        }
        return nil
    }
}
