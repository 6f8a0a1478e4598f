internal import Media
internal import Presentation

/// What is drawn in a view.
public enum ViewContent: Int, CaseIterable, Sendable {
    /// No stream, none that has had a picture yet, or one that cannot be drawn.
    case nothing
    /// The stream's own: the newest, or the last one, held.
    case picture
    /// What stands in for pictures that do not come.
    case placeholder

    init(of layer: SceneLayer?) {
        guard let layer else {
            self = .nothing
            return
        }
        self = layer.sample.attachments.contains(.placeholder) ? .placeholder : .picture
    }
}
