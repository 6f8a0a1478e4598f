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
    /// - Returns: Whether displays may have changed. Also true when messages were lost.
    func readMessages() -> Bool {
        var concernsDisplays = false
        for _ in 0..<64 {
            do {
                let count = try systemCall("recvfrom") {
                    CInt(clinux_uevent_receive(descriptor.rawValue, start, buffer.count))
                }
                let message = UnsafeRawBufferPointer(rebasing: buffer.prefix(Int(count)))
                if HotplugMessage.concernsDisplays(message) { concernsDisplays = true }
            } catch {
                // Anything but "no more" may have lost the message that matters.
                return concernsDisplays || error.errno != .wouldBlock
            }
        }
        return concernsDisplays
    }

    private var start: UnsafeMutableRawPointer {
        guard let start = buffer.baseAddress else { preconditionFailure("A buffer of no size") }
        return start
    }
}

/// The kernel's messages about devices: texts, each ended by a zero. The first
/// says what happened where, the others are `NAME=value`.
enum HotplugMessage {
    static func concernsDisplays(_ message: some Sequence<UInt8>) -> Bool {
        let wanted: StaticString = "SUBSYSTEM=drm"
        return wanted.withUTF8Buffer { wanted in
            var matched = 0
            var isMatching = true
            for byte in message {
                if byte == 0 {
                    if isMatching, matched == wanted.count { return true }
                    matched = 0
                    isMatching = true
                } else if isMatching {
                    isMatching = matched < wanted.count && wanted[matched] == byte
                    matched += 1
                }
            }
            return isMatching && matched == wanted.count
        }
    }
}
