internal import Compositing
internal import Ingest
internal import Media
internal import Pipeline
internal import Presentation

/// What overlays are placed on: the output, and what is where on it.
struct OverlayScene: Hashable {
    let size: PixelSize
    /// The main picture's place; the output's where there is none, or a placeholder.
    let main: PixelRect
    /// Nil while it is off.
    let window: PixelRect?
    /// Whether nothing is in it: neither a picture yet, nor a placeholder.
    var isWindowEmpty = false
    /// The names of the streams in the views.
    let names: [ViewName: String]
}

extension OverlayScene {
    /// As it would be with pictures that fill their views.
    init(_ view: ViewState, size: PixelSize) {
        self.size = size
        main = PixelRect(size)
        window = view.placement.bounds(in: size, aspect: .nan)
        names = [.main: view.main, .pip: view.pip].compactMapValues { $0?.name }
    }

    /// Nil without a display.
    init?(_ pipeline: Pipeline) {
        guard let size = pipeline.screen.output.size, !size.isEmpty else { return nil }
        let view = pipeline.view
        self.size = size
        // Before its first picture, too: it is kept clear for that.
        window = pipeline.screen.window
        isWindowEmpty = pipeline.screen.content(of: .pip) == .nothing
        let output = PixelRect(size)
        let format = view.stream(in: .main).flatMap { pipeline.source(of: $0)?.status.format }
        // A placeholder fills the view, whatever shape the picture before it had.
        let isFilled = pipeline.screen.content(of: .main) == .placeholder
        main =
            (isFilled ? nil : format).map {
                ViewGeometry.layout(format: $0, gravity: view.state.gravity, bounds: output)
                    .destination
            } ?? output
        names = ViewName.allCases.reduce(into: [:]) { $0[$1] = view.stream(in: $1)?.name }
    }

    /// Nil where there is no such place now.
    func place(_ anchor: Overlay.Anchor) -> PixelRect? {
        switch anchor {
        case .output: PixelRect(size)
        case .main: main
        case .pip: isWindowEmpty ? nil : window
        }
    }

    /// A fraction of the output's height in pixels.
    func pixels(_ fraction: Double) -> Int32 {
        Int32((fraction * Double(size.height)).rounded())
    }
}
