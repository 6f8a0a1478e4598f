extension String {
    /// The names in a path, as the kernel tells them apart: by the byte `/`. To Swift a slash and a
    /// combining mark behind it are one character, which is no slash.
    public var pathNames: [String] {
        utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    }

    /// Whether it is a path from the root.
    public var isAbsolutePath: Bool { utf8.first == UInt8(ascii: "/") }
}
