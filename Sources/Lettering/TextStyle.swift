/// A colour of text. Alpha 0 is invisible, 255 hides what is behind.
package struct TextColor: Hashable, Sendable, BitwiseCopyable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8
    package var alpha: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    package static let white = Self(red: 255, green: 255, blue: 255)
    package static let black = Self(red: 0, green: 0, blue: 0)
}

/// How a text looks. Any values may be set: what cannot be is taken for the nearest that can.
package struct TextStyle: Hashable, Sendable {
    package enum Weight: Hashable, Sendable, CaseIterable {
        case regular
        case bold
    }

    /// Where the lines of a text meet.
    package enum Alignment: Hashable, Sendable, CaseIterable {
        /// Where reading begins: on the left, of Arabic or Hebrew on the right.
        case start
        case center
        case end
        /// Whatever is read from where.
        case left
        case right
    }

    /// As the system names it, or several with commas between them; nil: its sans-serif. What
    /// a font lacks is taken from others, as fontconfig has them in order.
    package var family: String?
    /// From the top of a line to its bottom, in pixels, without what fonts leave between
    /// lines; 1 to 2000.
    package var size: Double
    package var weight = Weight.regular
    package var color = TextColor.white
    package var alignment = Alignment.start
    /// In pixels; lines break between words, and in a word that is longer. Nil: only where the
    /// text breaks them.
    package var maximumWidth: Int32?
    /// Nil: as many as there are. An ellipsis ends the last of them where there would be more.
    package var maximumLines: Int?

    package init(size: Double) {
        self.size = size
    }

    /// What may be set.
    static let sizes = 1.0...2000
}
