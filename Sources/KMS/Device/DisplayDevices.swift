internal import Glibc
internal import Platform

/// The display devices of the machine.
public enum DisplayDevices {
    /// What a look at `/dev/dri` found.
    public enum Probe: Hashable, Sendable {
        /// The device that `Screen.open` would take.
        case available(path: String, driver: String)
        /// There is no device that can set modes.
        case none
        /// There is one, but it may not be opened.
        case denied(path: String)
        /// There is one, but it cannot be driven; the reason, for people.
        case unusable(path: String, reason: String)
    }

    /// Looks, without keeping anything open.
    ///
    /// - Parameter connector: The one that is wanted; nil for the first connected one.
    /// - Returns: What was found.
    ///
    /// Thread: safe.
    public static func probe(connector: String? = nil) -> Probe {
        do {
            let card = try choose(connector: connector)
            return .available(path: card.path, driver: card.driver)
        } catch {
            switch error {
            case .permissionDenied(let path): return .denied(path: path)
            case .notAtomic(let path, _), .failed(let path, _, _):
                return .unusable(path: path, reason: "\(error)")
            default: return .none
            }
        }
    }

    /// Opens the device to drive. See `DeviceChoice`.
    static func choose(connector name: String?) throws(KMSError) -> Card {
        var cards: [Card?] = []
        var candidates: [DeviceChoice.Candidate] = []
        for path in paths() {
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

    /// `/dev/dri/card0` and so on, by number; there are at most 64.
    private static func paths() -> [String] {
        guard let directory = opendir("/dev/dri") else { return [] }
        defer { closedir(directory) }
        var numbers: [Int] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name.hasPrefix("card"), let number = Int(name.dropFirst(4)) else { continue }
            numbers.append(number)
        }
        return numbers.sorted().map { "/dev/dri/card\($0)" }
    }
}
