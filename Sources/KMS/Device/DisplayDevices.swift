internal import Platform

/// Which of the devices in `/dev/dri` can show a picture, and why others cannot.
public enum DisplayDevices {
    /// What a look at `/dev/dri` found.
    public enum Probe: Hashable, Sendable {
        /// There is one that `Screen.open` would take.
        case available
        /// There is no device that can set modes.
        case none
        /// There is one, but it may not be opened.
        case denied(path: String)
        /// There is one, but it cannot be driven; the reason, for people.
        case unusable(path: String, reason: String)
    }

    /// Looks, without keeping anything open.
    ///
    /// Thread: safe.
    public static func probe() -> Probe {
        do {
            _ = try choose(connector: nil)
            return .available
        } catch {
            switch error {
            case .permissionDenied(let path): return .denied(path: path)
            case .notAtomic(let path, _), .failed(let path, _, _):
                return .unusable(path: path, reason: "\(error)")
            default: return .none
            }
        }
    }

    /// Asks the kernel whether a GPU may draw for the display. See `Renderer`.
    ///
    /// - Parameter connector: The one that is wanted; nil for the first connected one.
    /// - Returns: False only where there is none.
    ///
    /// Thread: safe.
    public static func mayHaveGPU(connector: String?) -> Bool {
        guard let card = try? choose(connector: connector) else { return false }
        // Where the kernel lists nothing, only trying tells.
        guard !paths("card", in: "/sys/class/drm").isEmpty else { return true }
        let renderNodes = paths("renderD", in: "/sys/class/drm").lazy.map { path in
            // What may not be opened here may still draw.
            guard let node = try? Card.openDescriptor(path) else {
                return Renderer(driver: "unknown")
            }
            return Renderer(of: node.rawValue)
        }
        let display = Renderer(of: card.rawValue)
        return display.mayHaveGPU(among: renderNodes)
            || display.mayHaveGPU(among: Renderer.withoutRenderNodes)
    }

    /// Opens the device to drive. See `DeviceChoice`.
    static func choose(connector name: String?) throws(KMSError) -> Card {
        var cards: [Card?] = []
        var candidates: [DeviceChoice.Candidate] = []
        for path in paths("card", in: "/dev/dri") {
            do throws(KMSError) {
                let card = try Card.open(path)
                candidates.append(.usable(path: path, connectors: try connections(of: card)))
                cards.append(card)
            } catch {
                candidates.append(.unusable(error))
                cards.append(nil)
            }
        }
        guard let card = cards[try DeviceChoice.choose(from: candidates, connector: name)] else {
            throw .noDevice
        }
        return card
    }

    private static func connections(
        of card: Card
    ) throws(KMSError) -> [DeviceChoice.Connection] {
        do {
            return try card.connectors().map { connector in
                DeviceChoice.Connection(name: connector.name, isConnected: connector.canShow)
            }
        } catch {
            throw .failed(path: card.path, call: "\(error.call)", errno: error.errno)
        }
    }

    /// `/dev/dri/card0` and so on, by number, of what a directory names so.
    private static func paths(_ kind: String, in directory: String) -> [String] {
        var numbers: [Int] = []
        // None without the directory.
        try? DirectoryNames.forEach(in: directory) { (name) throws(SystemCallError) in
            if name.hasPrefix(kind), let number = Int(name.dropFirst(kind.count)) {
                numbers.append(number)
            }
        }
        return numbers.sorted().map { "/dev/dri/\(kind)\($0)" }
    }
}
