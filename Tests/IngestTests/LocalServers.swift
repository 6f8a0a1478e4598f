import FrameTransport
import Glibc
import Media
import Platform
import TestSupport

/// A TCP server on the loopback interface that behaves as faulty ones do.
final class TCPServer: Sendable {
    /// What it does with a client after accepting it.
    enum Behaviour: Sendable {
        /// Never writes.
        case silent
        case closes
        /// Writes this, and then never again.
        case stallsAfter([UInt8])
        /// Writes this, and then its end.
        case endsAfter([UInt8])
        /// Writes the first, and then the second for as long as the client takes it.
        case neverEnds([UInt8], [UInt8])
    }

    let port: UInt16
    private let listener: OwnedDescriptor
    private let stop: WakeUp
    private let accepted = Lock<[MonotonicTime]>([])
    private let thread = Lock<WorkerThread?>(nil)

    init(_ behaviour: Behaviour) throws {
        listener = OwnedDescriptor(
            taking: try systemCall("socket") {
                socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            }
        )
        stop = try WakeUp()
        port = try Self.bindToLoopback(listener.rawValue)
        let descriptor = listener.rawValue
        try systemCall("listen") { listen(descriptor, 16) }
        let worker = try WorkerThread(name: "tcp-server") { [self] in serve(behaviour) }
        thread.withLock { $0 = worker }
    }

    /// Ends the server; clients see their connections close.
    func end() {
        stop.signal()
        thread.withLock { $0.take() }?.join()
    }

    /// When clients came.
    var connections: [MonotonicTime] { accepted.withLock { $0 } }

    static func unusedPort() throws -> UInt16 { try LoopbackPort.unused() }

    private static func bindToLoopback(_ descriptor: CInt, port: UInt16 = 0) throws -> UInt16 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        return try withUnsafeMutablePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                try systemCall("bind") { bind(descriptor, generic, length) }
                try systemCall("getsockname") { getsockname(descriptor, generic, &length) }
            }
            return UInt16(bigEndian: pointer.pointee.sin_port)
        }
    }

    private func serve(_ behaviour: Behaviour) {
        var polls = PollSet(capacity: 2)
        polls.add(listener.rawValue, tag: .init(rawValue: 0))
        polls.add(stop.rawValue, tag: .init(rawValue: 1))
        var clients: [CInt] = []
        defer { for client in clients { close(client) } }
        while !polls.wait(until: nil).contains(.init(rawValue: 1)) {
            let client = accept(listener.rawValue, nil, nil)
            guard client >= 0 else { continue }
            accepted.withLock { $0.append(MonotonicClock.now()) }
            switch behaviour {
            case .silent: clients.append(client)
            case .closes: close(client)
            case .stallsAfter(let bytes):
                Self.send(bytes, to: client)
                clients.append(client)
            case .endsAfter(let bytes):
                Self.send(bytes, to: client)
                // Closing it unread would take back what was sent.
                shutdown(client, Int32(SHUT_WR))
                clients.append(client)
            case .neverEnds(let bytes, let part):
                Self.send(bytes, to: client)
                while Self.send(part, to: client) {}
                close(client)
            }
        }
    }

    /// Returns false when the client takes no more.
    @discardableResult
    private static func send(_ bytes: [UInt8], to client: CInt) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count <= 0 { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}

/// An RTSP server for one H.264 stream, made of two programs: `ffmpeg` sends
/// RTP, and a few lines of Python pass it on to whoever says `PLAY`.
final class RTSPServer {
    let url: String
    private let relay: Companion
    private let sender: Companion

    /// - Parameters:
    ///   - clip: What it sends, over and over.
    ///   - port: Zero for any that the kernel chooses, and may give to others afterwards.
    /// - Throws: When a program does not start.
    init(clip: String, port: UInt16 = 0) throws {
        // Servers that run side by side each have their own.
        let description = "\(Clips.directory)/\(UInt64.random(in: 0 ... .max)).sdp"
        relay = try Companion(Command.python, ["-u", "-c", Self.script, "\(port)", description])
        let ports = relay.nextLine().split(separator: " ")
        sender = try Companion(
            "ffmpeg",
            [
                "-v", "quiet", "-re", "-stream_loop", "-1", "-i", clip, "-an", "-c", "copy",
                "-sdp_file", description, "-f", "rtp", "rtp://127.0.0.1:\(ports[1])",
            ]
        )
        // The relay says so when it has the session's description.
        _ = relay.nextLine()
        url = "rtsp://127.0.0.1:\(ports[0])/door"
    }

    var port: UInt16 { UInt16(url.split(separator: ":")[2].split(separator: "/")[0]) ?? 0 }

    func kill() {
        relay.kill()
        sender.kill()
    }

    private static let script = """
        import os, socket, sys, threading, time
        rtp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        rtp.bind(("127.0.0.1", 0))
        server = socket.socket()
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        server.bind(("127.0.0.1", int(sys.argv[1])))
        server.listen()
        print(server.getsockname()[1], rtp.getsockname()[1])
        players = []
        def forward():
            first = True
            while True:
                packet = rtp.recv(65536)
                if first:
                    print("ready")
                    first = False
                for player in list(players):
                    try: player.sendall(b"$\\0" + len(packet).to_bytes(2, "big") + packet)
                    except OSError: players.remove(player)
        def serve(client):
            data = b""
            while True:
                while b"\\r\\n\\r\\n" not in data:
                    more = client.recv(4096)
                    if not more: return
                    data += more
                    while data[:1] == b"$" and len(data) >= 4:
                        data = data[4 + int.from_bytes(data[2:4], "big"):]
                head, data = data.split(b"\\r\\n\\r\\n", 1)
                lines = head.decode().split("\\r\\n")
                method = lines[0].split()[0]
                number = [l for l in lines if l.lower().startswith("cseq")][0]
                answer = ["RTSP/1.0 200 OK", number, "Session: 1"]
                body = ""
                if method == "OPTIONS": answer.append("Public: DESCRIBE, SETUP, PLAY, TEARDOWN")
                if method == "DESCRIBE":
                    body = open(sys.argv[2]).read() + "a=control:0\\r\\n"
                    answer += ["Content-Type: application/sdp", "Content-Length: %d" % len(body)]
                if method == "SETUP":
                    if b"interleaved" not in head:
                        answer[0] = "RTSP/1.0 461 Unsupported Transport"
                    else: answer.append("Transport: RTP/AVP/TCP;unicast;interleaved=0-1")
                client.sendall(("\\r\\n".join(answer) + "\\r\\n\\r\\n" + body).encode())
                if method == "PLAY": players.append(client)
        threading.Thread(target=forward, daemon=True).start()
        while True:
            client, _ = server.accept()
            threading.Thread(target=serve, args=(client,), daemon=True).start()
        """
}

/// MPEG-TS over UDP with losses: `ffmpeg` sends a clip, and a few lines of Python
/// pass the datagrams on, but for one now and then.
final class LossyRelay {
    let url: String
    private let port: UInt16
    private let relay: Companion
    private let input: String
    private var sender: Companion?

    /// - Parameter interval: One of so many datagrams is lost.
    /// - Throws: When a program does not start.
    init(losing interval: Int) throws {
        port = try TCPServer.unusedPort()
        url = "udp://127.0.0.1:\(port)"
        relay = try Companion(Command.python, ["-u", "-c", Self.script, "\(port)", "\(interval)"])
        input = relay.nextLine()
    }

    /// Whether somebody listens at the other end.
    var isHeard: Bool {
        let local = ":" + String(port, radix: 16, uppercase: true)
        let sockets = (try? Command.run("cat", ["/proc/net/udp"])) ?? ""
        return sockets.split(separator: "\n").contains {
            $0.split(separator: " ").dropFirst().first?.hasSuffix(local) == true
        }
    }

    /// Sends a clip once, at four times its speed.
    ///
    /// - Throws: When a program does not start.
    func send(_ clip: String) throws {
        sender = try Companion(
            "ffmpeg",
            [
                "-v", "quiet", "-readrate", "4", "-i", clip, "-c", "copy",
                "-f", "mpegts", "udp://127.0.0.1:\(input)?pkt_size=1316",
            ]
        )
    }

    func kill() {
        relay.kill()
        sender?.kill()
    }

    private static let script = """
        import socket, sys
        relay = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        relay.bind(("127.0.0.1", 0))
        print(relay.getsockname()[1])
        count = 0
        while True:
            datagram = relay.recv(65536)
            count += 1
            if count % int(sys.argv[2]):
                relay.sendto(datagram, ("127.0.0.1", int(sys.argv[1])))
        """
}
