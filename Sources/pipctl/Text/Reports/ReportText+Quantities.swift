extension ReportText {
    /// Such as `29.97`; `–` if unknown.
    static func fps(_ rate: Double?) -> String {
        rate.map { fixed($0, places: 2) } ?? "–"
    }

    /// Such as `4s`, `3m12s`, `5h02m`, `3d04h`.
    static func duration(_ seconds: Double) -> String {
        // Beyond any use, but not beyond Int.
        let total = Int(seconds.held(to: 0...1e12))
        let (days, hours) = (total / 86400, total / 3600 % 24)
        let (minutes, rest) = (total / 60 % 60, total % 60)
        if days > 0 { return "\(days)d\(padded(hours))h" }
        if hours > 0 { return "\(hours)h\(padded(minutes))m" }
        if minutes > 0 { return "\(minutes)m\(padded(rest))s" }
        return "\(rest)s"
    }

    /// Such as `512 B`, `1.5 KiB`, `64.0 MiB`.
    static func bytes(_ count: Int) -> String {
        guard count >= 1024 else { return "\(count) B" }
        var value = Double(count) / 1024
        var units = ["MiB", "GiB", "TiB"][...]
        var unit = "KiB"
        while value >= 1024, let next = units.popFirst() {
            value /= 1024
            unit = next
        }
        return "\(fixed(value, places: 1)) \(unit)"
    }

    /// A fraction as `25%`.
    static func percent(_ fraction: Double) -> String {
        let value = fixed(fraction * 100, places: 1)
        return (value.hasSuffix(".0") ? String(value.dropLast(2)) : value) + "%"
    }

    /// The time of day, UTC, of seconds since 1970: `14:03:22.125Z`.
    static func clock(_ seconds: Double) -> String {
        let milliseconds = Int((seconds.held(to: 0...1e12) * 1000).rounded())
        let total = milliseconds / 1000
        let day = [total / 3600 % 24, total / 60 % 60, total % 60].map(padded)
        let fraction = String(String(milliseconds % 1000 + 1000).dropFirst())
        return day.joined(separator: ":") + ".\(fraction)Z"
    }

    /// A number rounded to some decimal places.
    static func fixed(_ value: Double, places: Int) -> String {
        guard value.isFinite, value.magnitude < 1e12 else { return "–" }
        let scale = (0..<places).reduce(1) { product, _ in product * 10 }
        let rounded = Int((value.magnitude * Double(scale)).rounded())
        let sign = value < 0 && rounded > 0 ? "-" : ""
        let fraction = String(String(rounded % scale + scale).dropFirst())
        return sign + String(rounded / scale) + (places > 0 ? ".\(fraction)" : "")
    }

    private static func padded(_ number: Int) -> String {
        number < 10 ? "0\(number)" : String(number)
    }
}

extension Double {
    /// The nearest number of a range; its lower end for what is no number.
    func held(to range: ClosedRange<Double>) -> Double {
        isNaN ? range.lowerBound : Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
