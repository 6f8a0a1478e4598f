internal import Platform

/// The video nodes of this machine.
struct CameraNode: Hashable, Sendable {
    /// Such as 0 for `/dev/video0`.
    let number: Int

    var name: String { "video\(number)" }
    var path: String { "/dev/\(name)" }
}

enum CameraNodes {
    /// Every node of the form `/dev/videoN`, in the order of their numbers.
    static func all() -> [CameraNode] {
        var nodes: [CameraNode] = []
        // None without the directory.
        try? DirectoryNames.forEach(in: "/dev") { (name) throws(SystemCallError) in
            if let number = number(of: name) { nodes.append(CameraNode(number: number)) }
        }
        return nodes.sorted { $0.number < $1.number }
    }

    /// The N of `videoN`; nil for any other name.
    static func number(of name: String) -> Int? {
        guard name.hasPrefix("video"), let number = Int(name.dropFirst("video".count)),
            (0..<4096).contains(number), "video\(number)" == name
        else { return nil }
        return number
    }
}
