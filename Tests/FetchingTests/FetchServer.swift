import Glibc
import Platform
import TestSupport

/// An HTTP/1.1 server on the loopback interface that behaves as faulty ones do, by the path.
///
/// It ends with the tests: a line in Python waits for the end of its input.
final class FetchServer: @unchecked Sendable {
    // @unchecked Sendable: nothing changes after `init`; the program is only held.

    /// All tests ask the same: what it does depends on nothing but the path.
    static let shared = Result { try FetchServer() }

    private let port: String
    private let program: ChildProcess
    private let stream: OwnedDescriptor

    /// - Throws: When it does not start.
    private init() throws {
        var ends: [CInt] = [0, 0]
        try systemCall("socketpair") {
            socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
        }
        stream = OwnedDescriptor(taking: ends[0])
        let other = OwnedDescriptor(taking: ends[1])
        program = try ChildProcess(
            [Command.python, "-u", "-c", Self.script],
            streams: (other.rawValue, other.rawValue, nil)
        )
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(stream.rawValue, &byte, 1) == 1, byte != 0x0A { line.append(byte) }
        port = String(decoding: line, as: UTF8.self)
    }

    /// - Parameters:
    ///   - path: What to do.
    ///   - host: 127.0.0.1, or another name of it; with a user where there is one.
    ///   - scheme: It speaks `http`.
    /// - Returns: The address.
    func url(_ path: String, host: String = "127.0.0.1", scheme: String = "http") -> String {
        "\(scheme)://\(host):\(port)/\(path)"
    }

    private static let script = """
        import gzip, os, socket, sys, threading, time, urllib.parse, zlib
        def watch():
            sys.stdin.read()
            os._exit(0)
        threading.Thread(target=watch, daemon=True).start()
        server = socket.socket()
        server.bind(("127.0.0.1", 0))
        server.listen(64)
        print(server.getsockname()[1])
        date = "Date: Sun, 06 Nov 1994 08:49:37 GMT"
        def answer(status, *fields, body=b"", length=None):
            length = len(body) if length is None else length
            head = ["HTTP/1.1 %s Some" % status, "Content-Length: %d" % length, *fields]
            return "\\r\\n".join(head).encode() + b"\\r\\n\\r\\n" + body
        def bomb():
            # 256 MiB of zeros in 256 KiB.
            packer = zlib.compressobj(9, zlib.DEFLATED, 31)
            zeros = bytes(1 << 20)
            return b"".join(packer.compress(zeros) for _ in range(256)) + packer.flush()
        def begin(status, *fields):
            head = ["HTTP/1.1 %s Some" % status, "Transfer-Encoding: chunked", *fields]
            return "\\r\\n".join(head).encode() + b"\\r\\n\\r\\n"
        chunk = b"400\\r\\n" + b"x" * 1024 + b"\\r\\n"
        etag = 'ETag: "v1"'
        modified = "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT"
        # Sends what is asked for; true where the connection stays.
        def serve(client, head, path):
            send = client.sendall
            words = path.split("/")
            kind = words[1]
            known = b"if-none-match" in head.lower() or b"if-modified-since" in head.lower()
            if kind == "feed":
                if known: send(answer(304))
                else: send(answer(200, etag, modified,
                    'Content-Type: Text/XML; a=b; Charset="UTF-8"', body=b"<rss/>"))
            elif kind == "changing":
                if known: send(answer(304, 'ETag: "v2"'))
                else: send(answer(200, etag, modified))
            elif kind == "unasked": send(answer(304))
            elif kind == "plain": send(answer(200, body=b"plain"))
            elif kind == "empty": send(answer(200))
            elif kind == "echo": send(answer(200, body=head))
            elif kind == "connection": send(answer(200, body=b"%d" % client.getpeername()[1]))
            elif kind == "hop":
                # /hop/STATUS.STATUS… leads on for each.
                if len(words) < 3: send(answer(200, body=b"arrived"))
                else:
                    first, *rest = words[2].split(".")
                    send(answer(first, "Location: /hop" + "/" * bool(rest) + ".".join(rest),
                        body=b"moved"))
            elif kind == "to":
                place = urllib.parse.unquote("/".join(words[2:]))
                send(answer(302, "Location: " + place))
            elif kind == "status": send(answer(words[2], body=b"no"))
            elif kind == "busy":
                wait = urllib.parse.unquote(words[3])
                send(answer(words[2], date, "Retry-After: " + wait))
            elif kind == "undated":
                send(answer(503, "Retry-After: Sun, 06 Nov 1994 09:49:37 GMT"))
            elif kind == "packed":
                packer = {"gzip": gzip.compress, "deflate": zlib.compress}[words[2]]
                send(answer(200, "Content-Encoding: " + words[2], body=packer(b"unpacked")))
            elif kind == "damaged": send(answer(200, "Content-Encoding: gzip", body=b"x" * 99))
            elif kind == "bomb": send(answer(200, "Content-Encoding: gzip", body=bomb()))
            elif kind == "short":
                send(answer(200, body=b"0123456789", length=100))
                return False
            elif kind == "long":
                send(answer(200, body=b"0123456789", length=4))
                return False
            elif kind == "huge":
                send(answer(words[2], body=b"0123456789", length=1 << 40))
                return False
            elif kind == "negative":
                send(answer(200, body=b"0123456789", length=-5))
                return False
            elif kind == "cut":
                send(begin(200) + chunk + b"400\\r\\nxxx")
                return False
            elif kind == "closed": return False
            elif kind == "endless":
                send(begin(words[2], "Location: /plain"))
                while True: send(chunk)
            elif kind == "hollow":
                # Packed nothing, for ever.
                part = zlib.compressobj(9, zlib.DEFLATED, 31).flush(zlib.Z_FULL_FLUSH)
                send(begin(200, "Content-Encoding: gzip"))
                while True:
                    send(b"%x\\r\\n%s\\r\\n" % (len(part), part))
                    part = b"\\0\\0\\0\\xff\\xff" * 1000
            elif kind == "trickle":
                send(answer(200, length=1000))
                while True:
                    send(b"x")
                    time.sleep(0.1)
            elif kind == "silent": client.recv(1)
            elif kind == "fields": send(answer(200, *["X-%d: y" % i for i in range(1000)]))
            elif kind == "longfield": send(answer(200, "X: " + "y" * 1000000))
            elif kind == "manyfields":
                send(b"HTTP/1.1 200 OK\\r\\n")
                while True: send(b"X: y\\r\\n" * 1000)
            elif kind == "longvalues":
                send(answer(200, 'ETag: "' + "y" * 5000 + '"', "Last-Modified: ?")
                    .replace(b"?", b"\\xff"))
            return True
        def talk(client):
            data = b""
            try:
                while True:
                    while b"\\r\\n\\r\\n" not in data:
                        more = client.recv(65536)
                        if not more: return
                        data += more
                        # Somebody who wants TLS: this is none, or silence.
                        if data[:1] == b"\\x16" and b"localhost" in data:
                            client.sendall(b"no TLS\\n")
                    head, data = data.split(b"\\r\\n\\r\\n", 1)
                    if not serve(client, head, head.decode().split()[1]): return
            except OSError: pass
            finally: client.close()
        while True:
            client, _ = server.accept()
            threading.Thread(target=talk, args=(client,), daemon=True).start()
        """
}
