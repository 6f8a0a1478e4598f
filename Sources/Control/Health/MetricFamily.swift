/// One metric with all its labelled samples.
public struct MetricFamily: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable {
        /// Only ever grows; its samples are named `…_total`.
        case counter
        case gauge
        case histogram
        /// Constant labels with the value 1; its samples are named `…_info`.
        case info
    }

    /// The full name of a counter's or info's sample, such as
    /// `pipd_flips_late_total` or `pipd_build_info`; else the metric's name.
    public var name: String
    public var kind: Kind
    /// One sentence.
    public var help: String
    public var samples: [MetricSample]

    public init(_ name: String, _ kind: Kind, help: String, samples: [MetricSample]) {
        self.name = name
        self.kind = kind
        self.help = help
        self.samples = samples
    }

    /// A family of one sample without labels.
    public init(_ name: String, _ kind: Kind, help: String, value: Double) {
        self.init(name, kind, help: help, samples: [MetricSample([], value)])
    }
}

/// One value of a metric.
public struct MetricSample: Hashable, Sendable {
    public struct Label: Hashable, Sendable {
        public var name: String
        public var value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    public enum Value: Hashable, Sendable {
        case number(Double)
        case histogram(HistogramValue)
    }

    /// In the order in which they are written.
    public var labels: [Label]
    public var value: Value

    /// - Parameters:
    ///   - labels: In the order in which they are written.
    ///   - number: The value of a counter, gauge or info.
    public init(_ labels: [Label], _ number: Double) {
        self.labels = labels
        value = .number(number)
    }

    /// - Parameters:
    ///   - labels: In the order in which they are written.
    ///   - histogram: How often each range was hit.
    public init(_ labels: [Label], _ histogram: HistogramValue) {
        self.labels = labels
        value = .histogram(histogram)
    }
}

/// How often values fell into ranges, and their sum.
public struct HistogramValue: Hashable, Sendable {
    /// The ranges' upper bounds, ascending; a last, unbounded range is implied.
    public var bounds: [Double]
    /// Hits of each range on its own, the unbounded one last: one more than
    /// `bounds`.
    public var counts: [Int]
    public var sum: Double

    /// - Parameters:
    ///   - bounds: Upper bounds, ascending, without infinity.
    ///   - counts: Hits of each range on its own; one more than `bounds`.
    ///   - sum: Of all values.
    public init(bounds: [Double], counts: [Int], sum: Double) {
        precondition(counts.count == bounds.count + 1, "Every range has one count")
        self.bounds = bounds
        self.counts = counts
        self.sum = sum
    }
}
