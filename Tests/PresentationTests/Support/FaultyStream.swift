import Media
import TestSupport

/// Streams with every fault that containers and servers have, at random.
enum FaultyStream {
    /// A few hundred packets.
    static func packets(_ random: inout SeededGenerator) -> [CodedPicture] {
        var packets: [CodedPicture] = []
        var start = MediaTime.zero
        for _ in 0..<Int.random(in: 1...5, using: &random) {
            var part = section(from: start, &random)
            for index in part.indices { part[index].place += packets.count }
            packets += part
            // The next one goes on, or jumps either way.
            let last = part.compactMap(\.pts).max() ?? .zero
            let jumps = [0.02, 0.02, 0.6, 3, 100, -0.3, -1, -50]
            start = last + .seconds(jumps.randomElement(using: &random) ?? 0)
        }
        return packets
    }

    private static func section(
        from start: MediaTime,
        _ random: inout SeededGenerator
    ) -> [CodedPicture] {
        let rates: [Double] = [24, 25, 30, 31, 48, 50, 60, 90, 120]
        var interval = 1 / pick(rates, &random)
        let jitter = pick([0.0, 0.0, 0.001, 0.004], &random)
        let gaps = pick([0.0, 0.0, 0.01, 0.05], &random)
        var times: [MediaTime] = []
        var time = 0.0
        for _ in 0..<Int.random(in: 20...300, using: &random) {
            let noise = (random.fraction() - 0.5) * 2 * jitter
            times.append(start + .seconds(time + noise))
            time += interval
            if random.fraction() < gaps { time += random.fraction() * 3 }
            if random.fraction() < gaps / 4 {
                interval = 1 / pick(rates, &random)
            }
        }
        let shape = GroupShape.allCases.randomElement(using: &random) ?? .mixed
        var packets = CodedOrder.packets(
            times,
            shape: shape,
            delay: Int.random(in: 0...2, using: &random)
        )
        spoil(&packets, pick([0.0, 0.0, 0.02], &random), &random)
        return packets
    }

    /// Takes times away, one in `1 / share`.
    private static func spoil(
        _ packets: inout [CodedPicture],
        _ share: Double,
        _ random: inout SeededGenerator
    ) {
        for index in packets.indices where random.fraction() < share {
            switch Int.random(in: 0...2, using: &random) {
            case 0: packets[index].pts = nil
            case 1: packets[index].dts = nil
            default: packets[index].dts = packets[max(index - 1, 0)].dts
            }
        }
    }

    private static func pick(_ values: [Double], _ random: inout SeededGenerator) -> Double {
        values[Int.random(in: values.indices, using: &random)]
    }
}
