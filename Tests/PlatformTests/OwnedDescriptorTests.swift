import Glibc
import Platform
import Testing

/// Closing shows as a hang-up at the other end of a pipe. Asking about the
/// number again would not do: a test running beside this one may already have
/// been given it. A process that one of them starts has both ends until its
/// program runs, so the hang-up is waited for.
@Suite struct OwnedDescriptorTests {
    @Test func closesWhenItGoesOutOfScope() throws {
        let pipe = try Pipe()
        let reader = pipe.reader
        _ = consume reader
        let writer = pipe.writer
        #expect(hangsUp(writer.rawValue))
    }

    @Test func staysOpenWhileItIsOwned() throws {
        let pipe = try Pipe()
        #expect(signalFreeWrite(to: pipe.writer.rawValue) == 0)
    }

    @Test func givesUpTheDescriptorOnRelease() throws {
        let pipe = try Pipe()
        let reader = pipe.reader
        let raw = reader.release()
        let writer = pipe.writer
        #expect(signalFreeWrite(to: writer.rawValue) == 0)
        #expect(close(raw) == 0)
        #expect(hangsUp(writer.rawValue))
    }

    @Test func aNegativeNumberTraps() async {
        await #expect(processExitsWith: .failure) {
            _ = OwnedDescriptor(taking: -1)
        }
    }

    /// A stream socket pair stands for a pipe: `send` can be told to raise no SIGPIPE.
    private func signalFreeWrite(to descriptor: CInt) -> CInt {
        var byte: UInt8 = 1
        return send(descriptor, &byte, 1, CInt(MSG_NOSIGNAL)) == 1 ? 0 : errno
    }

    /// Whether nobody has the other end any more, at the latest after half a minute.
    private func hangsUp(_ descriptor: CInt) -> Bool {
        var entry = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&entry, 1, 30_000) == 1 && entry.revents & Int16(POLLHUP) != 0
    }
}

/// Two connected ends.
private struct Pipe: ~Copyable {
    let reader: OwnedDescriptor
    let writer: OwnedDescriptor

    init() throws {
        var ends: [CInt] = [-1, -1]
        try systemCall("socketpair") {
            socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
        }
        reader = OwnedDescriptor(taking: ends[0])
        writer = OwnedDescriptor(taking: ends[1])
    }
}
