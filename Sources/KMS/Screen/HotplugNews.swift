internal import Platform

extension KernelMessages {
    /// Reads what has come: at most 64 messages, the rest stays for the next call.
    ///
    /// - Returns: What they tell of displays; anything when messages were lost.
    func readHotplugs() -> HotplugNews {
        var news = HotplugNews.nothing
        let isComplete = read(atMost: 64) { news = news.joined(with: HotplugNews($0)) }
        return isComplete ? news : .anything
    }
}

/// What the kernel's messages tell of displays.
enum HotplugNews: Hashable, Sendable {
    /// Nothing about displays.
    case nothing
    /// Only these connectors, of any device, have changed.
    case connectors(Set<ObjectID<Connector>>)
    /// Anything may have changed.
    case anything

    /// Reads one message: texts, each ended by a zero. The first says what happened
    /// where, the others are `NAME=value`; drivers name a connector since Linux 5.16.
    init(_ message: some Collection<UInt8>) {
        var concernsDisplays = false
        var connector: UInt32?
        for text in message.split(separator: 0) {
            if text.elementsEqual("SUBSYSTEM=drm".utf8) { concernsDisplays = true }
            guard text.starts(with: Self.connectorName.utf8) else { continue }
            let number = text.dropFirst(Self.connectorName.utf8.count)
            connector = UInt32(String(decoding: number, as: UTF8.self))
        }
        guard concernsDisplays else {
            self = .nothing
            return
        }
        self = connector.map { .connectors([ObjectID($0)]) } ?? .anything
    }

    private static let connectorName = "CONNECTOR="

    /// What both tell.
    func joined(with other: Self) -> Self {
        switch (self, other) {
        case (.nothing, let news), (let news, .nothing): news
        case (.connectors(let first), .connectors(let second)): .connectors(first.union(second))
        case (.anything, _), (_, .anything): .anything
        }
    }

    /// Whether a connector may be another one than before.
    func mayConcern(_ connector: ObjectID<Connector>) -> Bool {
        switch self {
        case .nothing: false
        case .connectors(let named): named.contains(connector)
        case .anything: true
        }
    }
}
