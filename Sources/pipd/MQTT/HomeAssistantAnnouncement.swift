internal import ControlAPI
internal import FoundationEssentials
internal import Pipeline

/// What Home Assistant was told of the device, and what it is to be told.
///
/// It forgets nothing by itself: what has gone is told to be removed, once, and left out from then
/// on. Which pipd may not know: it was started again, or lost the connection when it said so. So it
/// listens to what the broker has kept of that.
struct HomeAssistantAnnouncement {
    private var told: HomeAssistantDevice.Offer?
    /// Components, and their platforms, that the broker has kept and that there are no more.
    private var kept: [String: String] = [:]
    /// Whether the last told to remove something.
    private var hasRemoved = false

    /// In bytes: of what the broker has kept; a longer one is not read, and what has gone since stays
    /// in Home Assistant. All streams that there can be, with the longest IDs, take half of it.
    static let mostBytes = 262_144

    /// Components that are removed at once, at most: twice what streams there can be.
    static let mostGone = 2 * Pipeline.streamLimit

    /// Whether there is something to tell.
    func isDue(_ offer: HomeAssistantDevice.Offer) -> Bool {
        offer != told || hasRemoved || !kept.isEmpty
    }

    /// - Parameters:
    ///   - offer: What there is now.
    ///   - device: Whose.
    /// - Returns: What it is told now.
    mutating func payload(
        _ offer: HomeAssistantDevice.Offer,
        of device: HomeAssistantDevice
    ) -> JSONValue {
        let present = device.platforms(offer)
        let last = told.map(device.platforms) ?? [:]
        let gone = last.merging(kept) { first, _ in first }.filter { present[$0.key] == nil }
        (told, kept, hasRemoved) = (offer, [:], !gone.isEmpty)
        return device.payload(offer, removing: gone)
    }

    /// Takes in what the broker has kept. What is none of pipd's is left alone.
    ///
    /// - Parameters:
    ///   - payload: JSON, maybe anything.
    ///   - device: Whose.
    mutating func found(_ payload: [UInt8], of device: HomeAssistantDevice) {
        guard payload.count <= Self.mostBytes,
            let root = try? JSONText.decode(JSONValue.self, from: Data(payload)),
            case .object(let components)? = root["components"]
        else { return }
        let present = device.platforms(told ?? .init())
        // What a stream or a playlist takes.
        let known = Set(device.platforms(.init(streams: ["a"], playlists: ["a"])).values)
        for (name, component) in components where present[name] == nil && Self.isName(name) {
            guard let platform = component["platform"]?.stringValue, known.contains(platform),
                // Without a name it was told to be removed.
                component["unique_id"] != nil, kept.count < Self.mostGone
            else { continue }
            kept[name] = platform
        }
    }

    private static func isName(_ text: String) -> Bool {
        (1...200).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                switch UInt8($0) {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
