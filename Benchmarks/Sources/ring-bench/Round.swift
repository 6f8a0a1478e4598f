internal import CRings

/// Every ring once, each measurement for about a millisecond: short, so that
/// what disturbs one measurement disturbs few, and the rings of a round meet
/// the same machine.
struct Round {
    /// Also decides which ring goes first.
    var number: Int

    func run() {
        for capacity: Int32 in [8, 1024] {
            let rings = Ring.all(capacity: capacity)
            for measurement in Measurement.allCases {
                for place in rings.indices {
                    let ring = rings[(place + number) % rings.count]
                    // What a ring that evicts carries over is not what was pushed.
                    if ring.isEvicting && measurement == .throughput { continue }
                    print(line(measurement, capacity, ring))
                }
            }
        }
    }

    private func line(_ measurement: Measurement, _ capacity: Int32, _ ring: Ring) -> String {
        var subject = ring.subject
        let result = measurement.take(&subject, capacity: capacity)
        guard result.is_right == 1 else { fatalError("\(ring.name) lost a number") }
        let each = Double(result.nanoseconds) / Double(measurement.count)
        return """
            {"round":\(number),"measurement":"\(measurement.rawValue)",\
            "capacity":\(capacity),"ring":"\(ring.name)","nanoseconds":\(each)}
            """
    }
}

/// A ring and its loops.
private struct Ring {
    var name: String
    var subject: crings_subject
    var isEvicting = false

    static func all(capacity: Int32) -> [Ring] {
        [
            Ring(name: "pipd", subject: FrameRingLoops.file),
            Ring(name: "pipd live", subject: FrameRingLoops.live, isEvicting: true),
            Ring(name: "c++", subject: crings_padded()),
            Ring(name: "boost", subject: crings_boost(capacity)),
        ]
    }
}

private enum Measurement: String, CaseIterable {
    case alternate
    case throughput
    case roundTrip = "round_trip"

    /// How often it is done: 1 ms or so, 8 where the processors are far apart.
    var count: Int64 {
        switch self {
        case .alternate: 100_000
        case .throughput: 20_000
        case .roundTrip: 1000
        }
    }

    func take(_ subject: inout crings_subject, capacity: Int32) -> crings_result {
        switch self {
        case .alternate: crings_measure_alternate(&subject, capacity, count)
        case .throughput: crings_measure_throughput(&subject, capacity, count)
        case .roundTrip: crings_measure_round_trip(&subject, capacity, count)
        }
    }
}
