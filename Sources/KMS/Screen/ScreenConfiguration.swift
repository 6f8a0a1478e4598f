public import Media

/// What of a machine's displays is wanted, and how it is to be driven.
public struct ScreenConfiguration: Hashable, Sendable {
    /// A connector by its name, such as `HDMI-A-1`; nil for the first connected one.
    public var connector: String?
    public var mode: ModePreference
    /// How far the picture is turned clockwise on its way to the display.
    public var rotation: Rotation
    /// Whether pictures come from a GPU, through `GPUWindow`, or from memory.
    public var usesGPUBuffers: Bool

    public init(
        connector: String? = nil,
        mode: ModePreference = .preferred,
        rotation: Rotation = .none,
        usesGPUBuffers: Bool = false
    ) {
        self.connector = connector
        self.mode = mode
        self.rotation = rotation
        self.usesGPUBuffers = usesGPUBuffers
    }
}
