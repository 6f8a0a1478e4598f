/// The text formats of an exposition.
enum MetricFormat: Hashable, CaseIterable {
    /// Prometheus text 0.0.4.
    case prometheus
    /// OpenMetrics 1.0.0.
    case openMetrics

    var mediaType: String {
        switch self {
        case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
        case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
        }
    }

    /// The format that a client prefers; Prometheus text unless OpenMetrics is
    /// named, and not with a lower quality.
    init(accepting fields: [String]) {
        let ranges = fields.flatMap { $0.split(separator: ",") }
        let open = Self.quality(of: "application/openmetrics-text", in: ranges)
        let plain = Self.quality(of: "text/plain", in: ranges)
        self = open > 0 && open >= plain ? .openMetrics : .prometheus
    }

    /// The `q` of a media type, 0 if it is not named.
    private static func quality(of type: String, in ranges: [Substring]) -> Double {
        ranges.map { range in
            let parts = range.split(separator: ";").map { $0.trimmingASCIISpaces().lowercased() }
            guard parts.first == type else { return 0 }
            let parameter = parts.first { $0.hasPrefix("q=") }
            return parameter.flatMap { Double($0.dropFirst(2)) } ?? 1
        }.max() ?? 0
    }
}

/// Writes metrics as text.
///
/// The two formats differ in the names of families (OpenMetrics leaves the
/// `_total` and `_info` of the samples out), in types (`info` is a gauge for
/// Prometheus), in units, and in the end mark.
struct MetricText {
    private let format: MetricFormat
    private var text = ""

    private init(_ format: MetricFormat) {
        self.format = format
    }

    static func render(_ families: [MetricFamily], as format: MetricFormat) -> String {
        var writer = MetricText(format)
        for family in families { writer.write(family) }
        if format == .openMetrics { writer.text += "# EOF\n" }
        return writer.text
    }

    private mutating func write(_ family: MetricFamily) {
        let name = familyName(family)
        text += "# HELP \(name) \(escapedHelp(family.help))\n"
        text += "# TYPE \(name) \(typeName(family.kind))\n"
        if format == .openMetrics, let unit = unit(of: name) {
            text += "# UNIT \(name) \(unit)\n"
        }
        for sample in family.samples {
            switch sample.value {
            case .number(let number):
                write(family.name, sample.labels, Self.text(of: number))
            case .histogram(let histogram):
                write(histogram, of: family.name, sample.labels)
            }
        }
    }

    private mutating func write(
        _ histogram: HistogramValue,
        of name: String,
        _ labels: [MetricSample.Label]
    ) {
        var total = 0
        for (index, count) in histogram.counts.enumerated() {
            total += count
            let isLast = index == histogram.bounds.count
            let bound = isLast ? "+Inf" : Self.text(of: histogram.bounds[index])
            write(name + "_bucket", labels + [.init("le", bound)], String(total))
        }
        write(name + "_sum", labels, Self.text(of: histogram.sum))
        write(name + "_count", labels, String(total))
    }

    private mutating func write(
        _ name: String,
        _ labels: [MetricSample.Label],
        _ value: String
    ) {
        text += name
        if !labels.isEmpty {
            let pairs = labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }
            text += "{" + pairs.joined(separator: ",") + "}"
        }
        text += " \(value)\n"
    }

    private func familyName(_ family: MetricFamily) -> String {
        guard format == .openMetrics else { return family.name }
        switch family.kind {
        case .counter where family.name.hasSuffix("_total"): return String(family.name.dropLast(6))
        case .info where family.name.hasSuffix("_info"): return String(family.name.dropLast(5))
        default: return family.name
        }
    }

    private func typeName(_ kind: MetricFamily.Kind) -> String {
        format == .prometheus && kind == .info ? "gauge" : kind.rawValue
    }

    /// The unit that a family's name ends in.
    private func unit(of name: String) -> String? {
        ["seconds", "bytes"].first { name.hasSuffix("_\($0)") }
    }

    private func escapedHelp(_ help: String) -> String {
        // Prometheus text keeps quotes in help as they are.
        format == .openMetrics ? Self.escaped(help) : Self.escaped(help, quotes: false)
    }

    private static func escaped(_ text: String, quotes: Bool = true) -> String {
        var result = ""
        for character in text.unicodeScalars {
            switch character {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\"" where quotes: result += "\\\""
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }

    /// A number as both formats read it; whole floats keep their `.0`.
    static func text(of number: Double) -> String {
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number < 0 ? "-Inf" : "+Inf" }
        return "\(number)"
    }
}
