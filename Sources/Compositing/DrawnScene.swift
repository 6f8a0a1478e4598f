internal import Media

/// A scene as a framebuffer shows it: all that a compositor remembers of its last drawing.
struct DrawnScene {
    let scene: Scene
    let layout: DrawLayout

    /// What of a scene was not in the framebuffer before.
    struct Changes: OptionSet {
        let rawValue: UInt8

        /// Anything but the pictures.
        static let layout = Self(rawValue: 1)
        /// The window's place or look; then it is another layout, too.
        static let window = Self(rawValue: 2)
        static let mainPicture = Self(rawValue: 4)
        static let windowPicture = Self(rawValue: 8)
        static let all: Self = [.layout, .window, .mainPicture, .windowPicture]

        /// Whether more has to be drawn than the window.
        var reachBeyondWindow: Bool { !isDisjoint(with: [.layout, .mainPicture]) }
    }

    init(_ scene: Scene, size: PixelSize) {
        self.scene = scene
        layout = DrawLayout(scene, size: size)
    }

    /// What has to be drawn where `previous` was; nil: where that is unknown.
    func changes(since previous: Self?) -> Changes {
        guard let previous else { return .all }
        var changes: Changes = []
        if layout != previous.layout { changes.insert(.layout) }
        if layout.pip != previous.layout.pip { changes.insert(.window) }
        if let picture = mainPicture, !picture.hasPicture(of: previous.mainPicture) {
            changes.insert(.mainPicture)
        }
        if let picture = windowPicture, !picture.hasPicture(of: previous.windowPicture) {
            changes.insert(.windowPicture)
        }
        return changes
    }

    /// The rectangle that has to be drawn for some changes.
    func damage(_ changes: Changes) -> PixelRect {
        if changes.isEmpty { return .zero }
        return changes.reachBeyondWindow ? PixelRect(layout.size) : layout.pip?.visible ?? .zero
    }

    /// What is not seen is not looked at.
    private var mainPicture: DrawLayer? { layout.main == nil ? nil : scene.main }
    private var windowPicture: DrawLayer? { layout.pip?.content == nil ? nil : scene.pip }
}
