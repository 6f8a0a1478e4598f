package import Media

/// Why a text could not be drawn.
package enum LetteringError: Error, Hashable, Sendable {
    /// Pango, or a library that it needs, is not there; the system's own words name it.
    case library(String)
    /// The system has no font at all.
    case noFont
    /// The picture would measure this, and more than `TextPicture.maximumPixels` or
    /// `TextPicture.maximumSide` allow.
    case tooLarge(PixelSize)
    case outOfMemory
    /// Cairo could not draw it, such as for a damaged font.
    case drawing(String)
    /// The time cannot be told so.
    case clock(MessageText)
    /// A file is no picture, or none that can be shown.
    case image(MessageText)
}

extension LetteringError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .library(let reason):
            "\(reason); the Debian package libpangocairo-1.0-0 has what text is drawn with"
        case .noFont: "no font is installed; the Debian package fonts-dejavu-core has some"
        case .tooLarge(let size): "the text would take a picture of \(size)"
        case .outOfMemory: "no memory for a picture of the text"
        case .drawing(let reason): "the text could not be drawn: \(reason)"
        case .clock(let reason), .image(let reason): "\(reason)"
        }
    }
}
