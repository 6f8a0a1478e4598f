import TestSupport

/// An HTTP/1.1 server of HLS: a clip in segments, under playlists of many kinds.
///
/// `/KIND/x.m3u8` is the source; what a playlist names lies in the same directory.
final class PlaylistServer {
    private let program: Companion
    private let port: String

    /// - Throws: When a program does not start.
    init() throws {
        let clip = try Self.clip()
        program = try Companion(Command.python, ["-u", "-c", Self.script, Clips.directory, clip])
        port = program.nextLine()
    }

    /// The clip as one playlist to its end: 100 pictures in ten segments.
    ///
    /// - Parameters:
    ///   - name: Of its files.
    ///   - options: For the muxer.
    /// - Returns: The path of the playlist.
    /// - Throws: When it cannot be made.
    static func clip(_ name: String = "segments", _ options: String = "") throws -> String {
        try Clips.make(
            "\(name).m3u8",
            "-f lavfi -i testsrc2=96x64:r=25 -frames:v 100 -c:v libx264 -preset ultrafast -g 10"
                + " -pix_fmt yuv420p -f hls -hls_time 0.4 -hls_list_size 0 \(options)"
        )
    }

    /// The same video in three sizes, in segments of a second: 300 pictures of `forms`.
    ///
    /// - Returns: The paths of the playlists, from the smallest on.
    /// - Throws: When they cannot be made.
    static func forms() throws -> [String] {
        try [("small", "96:54"), ("middle", "192:108"), ("large", "384:216")].map { name, size in
            try Clips.make(
                "\(name).m3u8",
                "-f lavfi -i testsrc2=384x216:r=25 -frames:v 300 -vf scale=\(size) -c:v libx264"
                    + " -preset veryfast -qp 8 -g 25 -bf 2 -pix_fmt yuv420p -f hls -hls_time 1"
                    + " -hls_list_size 0"
            )
        }
    }

    /// What was asked for so far, in its order.
    ///
    /// - Throws: Without `curl`.
    func requests() throws -> [String] {
        let url = "http://127.0.0.1:\(port)/requests/x"
        return try Command.run("curl", ["-s", url]).split(separator: "\n").map(String.init)
    }

    func url(_ kind: String, _ name: String = "x.m3u8") -> String {
        "http://127.0.0.1:\(port)/\(kind)/\(name)"
    }

    /// Connections to it that a client has not closed.
    ///
    /// - Throws: When the kernel's list cannot be read.
    func openConnections() throws -> Int {
        let remote = ":" + String(Int(port) ?? 0, radix: 16, uppercase: true)
        return try Command.run("cat", ["/proc/net/tcp"]).split(separator: "\n").count { line in
            let words = line.split(separator: " ")
            // Established, or closed by the server alone.
            return words.count > 3 && words[2].hasSuffix(remote) && ["01", "08"].contains(words[3])
        }
    }

    private static let script = """
        import http.server, os, sys, time
        directory, clip = sys.argv[1:]
        asked = {}
        requests = []
        begin = "#EXTM3U\\n#EXT-X-TARGETDURATION:1\\n"
        master = "#EXTM3U\\n#EXT-X-STREAM-INF:BANDWIDTH=1\\n%s\\n"
        one = "#EXTINF:0.4,\\nsegments%d.ts\\n"
        def window(first):
            last = min(first + 3, 10)
            return (begin + "#EXT-X-MEDIA-SEQUENCE:%d\\n" % first
                + "".join(one % i for i in range(first, last)))
        # What every second answer of a live playlist is, after a good one.
        turned = {
            "variants": master % "y.m3u8",
            "itself": master % "x.m3u8",
            "rendition": window(1) + "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=a,NAME=a,URI=y.m3u8\\n",
            "emptied": begin + "#EXT-X-ENDLIST\\n",
            "leap": begin + "#EXT-X-MEDIA-SEQUENCE:2305843009213693951\\n" + one % 3
                + "#EXT-X-BYTERANGE:-1\\n",
            "protected": window(1) + "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=key\\n" + one % 4,
        }
        def playlist(kind, name, n):
            if kind == "live": return window(min(n - 1, 7))
            if kind in turned: return turned[kind] if n % 2 == 0 else window(0)
            if kind == "nested": return master % ("%d.m3u8" % n)
            if kind == "map":
                return (begin + "#EXT-X-MAP:URI=x.m3u8\\n"
                    + "#EXTINF:0.4,\\ny.m3u8\\n" * 3 + "#EXT-X-ENDLIST\\n")
            if kind == "hollow":
                return begin + one % 0 + "#EXTINF:0.4,\\nhollow.ts\\n" + one % 1 + "#EXT-X-ENDLIST\\n"
            if kind == "silent":
                if name == "sound.m3u8": return begin
                if name == "x.m3u8":
                    return ("#EXTM3U\\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=a,NAME=a,URI=sound.m3u8\\n"
                        "#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO=a\\nsegments.m3u8\\n"
                        "#EXT-X-STREAM-INF:BANDWIDTH=2,AUDIO=a\\nsegments.m3u8\\n")
            if kind == "forms" and name == "x.m3u8":
                # The last is more than a stream begins with, and less than a busy machine gives.
                forms = [("small", 96, 54, 60), ("middle", 192, 108, 200), ("large", 384, 216, 900)]
                return ("#EXTM3U\\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=a,NAME=a,URI=sound.m3u8\\n"
                    + "".join("#EXT-X-STREAM-INF:BANDWIDTH=%d000,RESOLUTION=%dx%d,AUDIO=a\\n%s.m3u8\\n"
                        % (rate, width, height, name) for name, width, height, rate in forms))
            if kind == "variants-of-a-clip" and name == "x.m3u8":
                return ("#EXTM3U\\n#EXT-X-STREAM-INF:BANDWIDTH=1000\\nsegments.m3u8\\n"
                    "#EXT-X-STREAM-INF:BANDWIDTH=2000\\nsegments.m3u8\\n")
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def log_message(self, *_): pass
            def do_GET(self):
                kind, name = self.path.split("/")[1:]
                if kind == "requests":
                    body = "\\n".join(requests).encode()
                    self.send_response(200)
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    return self.wfile.write(body)
                requests.append(self.path)
                if name == "x.m3u8" or kind == "nested": asked[kind] = asked.get(kind, 0) + 1
                text = name.endswith(".m3u8") and playlist(kind, name, asked.get(kind, 0))
                if text: body = text.encode()
                elif name == "hollow.ts": body = b""
                else:
                    path = os.path.join(directory, kind + ".m3u8" if name == "x.m3u8" else name)
                    if not os.path.exists(path): return self.send_error(404)
                    body = open(path, "rb").read()
                    # A network's way: what takes no time says nothing of what a server gives. A
                    # segment of 70 kB in as long is 56 Mbit/s.
                    if kind == "forms": time.sleep(0.01)
                part = self.headers.get("Range", "bytes=0-")[6:].split("-")
                first, last = int(part[0]), min(int(part[1] or len(body)) + 1, len(body))
                if "Range" in self.headers and body:
                    self.send_response(206)
                    self.send_header(
                        "Content-Range", "bytes %d-%d/%d" % (first, last - 1, len(body)))
                    body = body[first:last]
                else: self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        print(server.server_address[1])
        server.serve_forever()
        """
}
