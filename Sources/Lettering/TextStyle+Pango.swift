internal import CPango

extension TextStyle {
    /// The nearest size that can be.
    var usedSize: Double {
        size > Self.sizes.lowerBound ? min(size, Self.sizes.upperBound) : Self.sizes.lowerBound
    }

    /// The nearest width of a line that can be, and the nearest number of them.
    var usedWidth: Double { maximumWidth.map { Double(max($0, 1)) } ?? .infinity }
    var usedLines: Int { maximumLines.map { max($0, 1) } ?? .max }

    /// Lends the style in Pango's words for the length of a call.
    ///
    /// - Parameter body: Is given the style.
    /// - Returns: What `body` returned.
    func withC<Result>(_ body: (cpango_style) -> Result) -> Result {
        let family = family.map { String($0.unicodeScalars.prefix(200)) } ?? ""
        return (family.isEmpty ? "sans-serif" : family).withCString { name in
            body(
                cpango_style(
                    family: name,
                    size: usedSize,
                    isBold: weight == .bold ? 1 : 0,
                    alignment: alignment.sign
                )
            )
        }
    }
}

extension TextStyle.Alignment {
    fileprivate var sign: CInt {
        switch self {
        case .start: -1
        case .center: 0
        case .end: 1
        case .left: -2
        case .right: 2
        }
    }
}

extension cpango_color {
    init(_ color: TextColor) {
        self.init(
            red: Double(color.red) / 255,
            green: Double(color.green) / 255,
            blue: Double(color.blue) / 255,
            alpha: Double(color.alpha) / 255
        )
    }
}
