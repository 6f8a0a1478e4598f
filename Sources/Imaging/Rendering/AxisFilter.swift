/// Which samples of a row or column make each sample of a scaled one, and how
/// much each counts.
///
/// A sample stands for its place, one unit wide. A scaled one is the mean of a
/// stretch around its own middle that is as long as the step from one to the
/// next, but at least one unit:
///
///     shrinking      the mean of the area that a pixel covers (a box filter)
///     magnifying     linear interpolation between neighbours
///     same size      the sample itself
///
/// Beyond the first and the last sample they continue.
struct AxisFilter {
    /// Samples that make one; those that count nothing have the weight 0.
    let taps: Int
    /// The first of them for each scaled sample; all `taps` of them exist.
    let firsts: [Int]
    /// `taps` for each scaled sample; together 1.
    let weights: [Float]
    let kind: Kind

    enum Kind {
        /// Every sample as it is.
        case identity
        /// Two for one, as for colour at half the width.
        case doubling
        case general
    }

    /// - Parameters:
    ///   - count: Samples there are; at least 1.
    ///   - start: Where the stretch begins that the scaled ones cover, from the first one's
    ///     start on.
    ///   - length: How long it is: from the first one's start, half a sample less than all
    ///     where colour of 4:2:0 has an odd side.
    ///   - target: Scaled samples; at least 1.
    init(count: Int, start: Double = 0, length: Double, target: Int) {
        let step = length / Double(target)
        let stretches = (0..<target).map { index in
            let middle = start + (Double(index) + 0.5) * step
            let half = max(step, 1) / 2
            return max(middle - half, 0)...min(middle + half, Double(count))
        }
        let spans = stretches.map { Self.span(of: $0, count: count) }
        let taps = spans.reduce(1) { max($0, $1.count) }
        var weights = [Float](repeating: 0, count: taps * target)
        firsts = spans.map { min($0.lowerBound, count - taps) }
        for (index, span) in spans.enumerated() {
            let stretch = stretches[index]
            let length = stretch.upperBound - stretch.lowerBound
            for sample in span {
                let covered =
                    min(stretch.upperBound, Double(sample + 1))
                    - max(stretch.lowerBound, Double(sample))
                weights[index * taps + sample - firsts[index]] = Float(covered / length)
            }
        }
        self.taps = taps
        self.weights = weights
        kind =
            start != 0
            ? .general
            : step == 0.5 ? .doubling : step == 1 && count == target ? .identity : .general
    }

    /// The samples that a stretch covers by more than arithmetic's error.
    private static func span(of stretch: ClosedRange<Double>, count: Int) -> Range<Int> {
        let tolerance = 1.0 / 1_048_576
        let first = min(Int(stretch.lowerBound + tolerance), count - 1)
        let end = Int((stretch.upperBound - tolerance).rounded(.up))
        return first..<min(max(end, first + 1), count)
    }
}
