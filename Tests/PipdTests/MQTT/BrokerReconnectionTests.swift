import Media
import Testing

@testable import pipd

/// When a broker is tried again, in virtual time.
@Suite struct BrokerReconnectionTests {
    @Test func theLimitGrowsToAMinute() {
        var reconnection = BrokerReconnection()
        let delays = (0..<6).map { _ in
            reconnection.lost(at: at(0), isClosed: true, random: 1).seconds
        }
        #expect(delays == [15, 30, 60, 60, 60, 60])
    }

    /// Any share of the limit, from none of it on.
    @Test(arguments: [(0, 0), (0.5, 7.5), (-1, 0), (2, 15), (.nan, 0)] as [(Double, Double)])
    func theDelayIsAnyShareOfIt(random: Double, seconds: Double) {
        var reconnection = BrokerReconnection()
        #expect(reconnection.lost(at: at(0), isClosed: true, random: random).seconds == seconds)
    }

    @Test func aConnectionThatStoodForFiveMinutesIsTrustedAgain() {
        for (lasting, limit) in [(299_999, 60.0), (300_000, 15.0)] {
            var reconnection = BrokerReconnection()
            for _ in 0..<4 { _ = reconnection.lost(at: at(0), isClosed: true, random: 1) }
            reconnection.connected(at: at(1000))
            #expect(
                reconnection.lost(at: at(1000 + lasting), isClosed: true, random: 1).seconds
                    == limit
            )
        }
    }

    /// Each of two clients of one name takes the connection from the other; one failed attempt says
    /// that the broker was away, one that stood says that nobody did.
    @Test(
        arguments: [
            ([1, 1], false), ([1, 1, 1], true), ([1, 1, 1, nil], false), ([1, nil, 1, 1], false),
            ([1, 1, 1, 400_000], false), ([nil, nil, nil], false), ([400_000, 1, 1, 1], true),
        ] as [([Int?], Bool)]
    )
    func connectionsThatNeverStandAreContested(lastings: [Int?], isContested: Bool) {
        var reconnection = BrokerReconnection()
        for lasting in lastings {
            if lasting != nil { reconnection.connected(at: at(0)) }
            _ = reconnection.lost(at: at(lasting ?? 0), isClosed: true, random: 1)
        }
        #expect(reconnection.isContested == isContested)
        // It ended for a reason of its own.
        reconnection.connected(at: at(0))
        _ = reconnection.lost(at: at(1), isClosed: false, random: 1)
        #expect(!reconnection.isContested)
    }

    /// A thousand screens, after a restart of the broker.
    @Test func manyComeBackOverAQuarterOfAMinute() {
        let delays = (0..<1000).map { number in
            var reconnection = BrokerReconnection()
            return reconnection.lost(at: at(0), isClosed: true, random: Double(number) / 1000)
                .seconds
        }
        for second in 0..<15 {
            #expect(delays.count { Int($0) == second } < 70)
        }
    }

    private func at(_ milliseconds: Int) -> MonotonicTime { .milliseconds(Int64(milliseconds)) }
}
