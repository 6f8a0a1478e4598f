public import ControlAPI

extension PIPReport {
    /// A window as an empty configuration has it.
    public init(enabled: Bool = false, stream: String? = nil) {
        self.init(
            enabled: enabled,
            stream: stream,
            size: 0.25,
            margin: 0.02,
            border: 2,
            radius: 12,
            opacity: 1,
            gravity: "resize-aspect-fill",
            aspect: "source"
        )
        corner = "bottom-right"
    }
}

extension ViewReport {
    /// A view as an empty configuration has it.
    public init(main: String?, pip: PIPReport) {
        self.init(main: main, gravity: "resize-aspect", transition: "cut", pip: pip)
    }
}
