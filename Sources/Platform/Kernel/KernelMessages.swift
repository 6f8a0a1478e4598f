internal import CLinux

/// What the kernel says of devices, as it happens.
///
/// A netlink socket of the kernel's own group, so that it works without udev.
/// It says nothing in a network namespace of its own (`PrivateNetwork=`).
///
/// Thread: bound to one thread.
public final class KernelMessages {
    private let descriptor: OwnedDescriptor
    /// The kernel's messages are at most 2 KiB long.
    private let buffer: UnsafeMutableRawBufferPointer

    /// - Throws: `EAFNOSUPPORT` where the service manager forbids netlink.
    public init() throws(SystemCallError) {
        descriptor = OwnedDescriptor(
            taking: try systemCall("socket") { clinux_uevent_socket() }
        )
        buffer = .allocate(byteCount: 4096, alignment: 1)
    }

    deinit {
        buffer.deallocate()
    }

    /// For a poll set.
    public var rawValue: CInt { descriptor.rawValue }

    /// Reads what has come; the rest stays for the next call.
    ///
    /// - Parameters:
    ///   - limit: How many messages to read at most.
    ///   - body: Gets each, texts that end with a zero; valid until it returns.
    /// - Returns: False when messages were lost.
    public func read(atMost limit: Int, _ body: (UnsafeRawBufferPointer) -> Void) -> Bool {
        for _ in 0..<limit {
            do {
                let count = try systemCall("recvfrom") {
                    CInt(clinux_uevent_receive(descriptor.rawValue, start, buffer.count))
                }
                body(UnsafeRawBufferPointer(rebasing: buffer.prefix(Int(count))))
            } catch {
                // Anything but "no more" may have lost the message that matters.
                return error.errno == .wouldBlock
            }
        }
        return true
    }

    private var start: UnsafeMutableRawPointer {
        guard let start = buffer.baseAddress else { preconditionFailure("A buffer of no size") }
        return start
    }
}
