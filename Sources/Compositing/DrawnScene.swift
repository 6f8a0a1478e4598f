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
        /// What lies over both.
        static let osd = Self(rawValue: 16)
        static let all = ofWindow.union(.osd)

        /// Whatever makes the window another picture, or its place another.
        static let ofWindow: Self = [.layout, .window, .mainPicture, .windowPicture]

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
        if !scene.osd.difference(from: previous.scene.osd).isEmpty { changes.insert(.osd) }
        // Over a veil nothing can be drawn, and none be laid over another.
        let isVeiled = scene.veil != nil || previous.scene.veil != nil
        if isVeiled, !changes.isEmpty || scene.veil != previous.scene.veil {
            changes.insert(.layout)
        }
        return changes
    }

    /// The rectangle that looks different after some changes.
    func damage(_ changes: Changes, since previous: Self?) -> PixelRect {
        guard let previous, !changes.reachBeyondWindow else {
            return changes.isEmpty ? .zero : PixelRect(layout.size)
        }
        let isWindow = !changes.isDisjoint(with: [.window, .windowPicture])
        let window = isWindow ? layout.pip?.visible ?? .zero : .zero
        guard changes.contains(.osd) else { return window }
        return window.enclosing(scene.osd.difference(from: previous.scene.osd))
    }

    /// What is not seen is not looked at.
    private var mainPicture: DrawLayer? { layout.main == nil ? nil : scene.main }
    private var windowPicture: DrawLayer? { layout.pip?.content == nil ? nil : scene.pip }
}
