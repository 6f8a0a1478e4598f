import Glibc
import Platform
import Testing

/// Closing shows as end of file on the other end of a pipe. Asking about the
/// number again would not do: a test running beside this one may already have
/// been given it.
@Suite struct OwnedDescriptorTests {
    @Test func closesWhenItGoesOutOfScope() throws {
        let pipe = try Pipe()
        let reader = pipe.reader
        _ = consume reader
        let writer = pipe.writer
        #expect(signalFreeWrite(to: writer.rawValue) == EPIPE)
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
        #expect(signalFreeWrite(to: writer.rawValue) == EPIPE)
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
}

/// Two connected ends.
private struct Pipe: ~Copyable {
    let reader: OwnedDescriptor
    let writer: OwnedDescriptor

    init() throws {
        var ends: [CInt] = [-1, -1]
        try systemCall("socketpair") {
            socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends)
        }
        reader = OwnedDescriptor(taking: ends[0])
        writer = OwnedDescriptor(taking: ends[1])
    }
}
