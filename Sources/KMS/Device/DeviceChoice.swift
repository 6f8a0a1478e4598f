/// Which of the machine's display devices to drive.
struct DeviceChoice {
    /// A device, as far as it could be looked at.
    enum Candidate: Hashable, Sendable {
        case usable(path: String, connectors: [Connection])
        case unusable(KMSError)
    }

    struct Connection: Hashable, Sendable {
        let name: String
        let isConnected: Bool
    }

    /// Chooses the first with the named connector, a connected one before one
    /// that is not; without a name the first with a connected connector, or else
    /// the first that can set modes.
    ///
    /// - Parameters:
    ///   - candidates: In the order of their numbers.
    ///   - name: A connector's; nil for any.
    /// - Returns: The index of the device.
    /// - Throws: `noSuchConnector`; when no device can be used, why the first cannot that has a
    ///   reason of its own; else `noDevice`.
    static func choose(
        from candidates: [Candidate],
        connector name: String?
    ) throws(KMSError) -> Int {
        var fallback: Int?
        var accepted: [String] = []
        var reason: KMSError?
        for (index, candidate) in candidates.enumerated() {
            switch candidate {
            case .unusable(.noDevice):
                continue
            case .unusable(let error):
                reason = reason ?? error
            case .usable(_, let connectors):
                accepted += connectors.map(\.name)
                let eligible = connectors.filter { name == nil || $0.name == name }
                if eligible.contains(where: \.isConnected) { return index }
                if name == nil || !eligible.isEmpty { fallback = fallback ?? index }
            }
        }
        if let fallback { return fallback }
        if let name, !accepted.isEmpty {
            throw .noSuchConnector(name: name, accepted: accepted)
        }
        throw reason ?? .noDevice
    }
}
