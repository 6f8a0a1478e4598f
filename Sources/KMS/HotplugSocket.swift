internal import CLinux
internal import Platform

/// What the kernel says of display devices and connectors, as it happens.
///
/// A netlink socket of the kernel's own group, so that it works without udev.
/// It says nothing in a network namespace of its own (`PrivateNetwork=`).
///
/// Thread: bound to the presentation thread.
final class HotplugSocket {
    private let descriptor: OwnedDescriptor
    /// The kernel's messages are at most 2 KiB long.
    private let buffer: UnsafeMutableRawBufferPointer

    /// - Throws: `EAFNOSUPPORT` where the service manager forbids netlink.
    init() throws(SystemCallError) {
        descriptor = OwnedDescriptor(
            taking: try systemCall("socket") { clinux_uevent_socket() }
        )
        buffer = .allocate(byteCount: 4096, alignment: 1)
    }

    deinit {
        buffer.deallocate()
    }

    /// For a poll set.
    var rawValue: CInt { descriptor.rawValue }

    /// Reads what has come: at most 64 messages, the rest stays for the next call.
    ///
    /// - Returns: What they tell; anything when messages were lost.
    func readMessages() -> HotplugNews {
        var news = HotplugNews.nothing
        for _ in 0..<64 {
            do {
                let count = try systemCall("recvfrom") {
                    CInt(clinux_uevent_receive(descriptor.rawValue, start, buffer.count))
                }
                let message = UnsafeRawBufferPointer(rebasing: buffer.prefix(Int(count)))
                news = news.joined(with: HotplugNews(message))
            } catch {
                // Anything but "no more" may have lost the message that matters.
                return error.errno == .wouldBlock ? news : .anything
            }
        }
        return news
    }

    private var start: UnsafeMutableRawPointer {
        guard let start = buffer.baseAddress else { preconditionFailure("A buffer of no size") }
        return start
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
