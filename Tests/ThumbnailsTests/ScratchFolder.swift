import Glibc
import Imaging
import Media
import Platform
import TestSupport
import Testing

@testable import Thumbnails

/// A folder of its own for one test, which goes with it.
final class ScratchFolder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/pipd-thumbnails-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { _ = try? Command.run("rm", ["-rf", path]) }

    /// - Returns: Its path.
    @discardableResult
    func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
        let place = "\(path)/\(name)"
        if let slash = name.lastIndex(of: "/") {
            try PrivateDirectory.make("\(path)/\(name[..<slash])")
        }
        let bytes = Array(bytes)
        let file = OwnedDescriptor(
            taking: try systemCall("open") { open(place, O_WRONLY | O_CREAT | O_TRUNC, 0o644) }
        )
        try #require(Glibc.write(file.rawValue, bytes, bytes.count) == bytes.count)
        return place
    }

    /// The names in a folder beneath, sorted.
    func names(in folder: String = "") throws -> [String] {
        var names: [String] = []
        try CacheFolder(path: "\(path)/\(folder)").forEachName { names.append($0) }
        return names.filter { $0 != "." && $0 != ".." }.sorted()
    }

    func setTime(of name: String, to seconds: Int64) {
        let time = timespec(tv_sec: Int(seconds), tv_nsec: 0)
        utimensat(AT_FDCWD, "\(path)/\(name)", [time, time], 0)
    }

    func time(of name: String) -> Int64 { Int64(Self.status("\(path)/\(name)").st_mtim.tv_sec) }

    func mode(of name: String) -> mode_t { Self.status("\(path)/\(name)").st_mode & 0o777 }

    private static func status(_ path: String) -> stat {
        var status = stat()
        lstat(path, &status)
        return status
    }
}

/// Files, made with the `ffmpeg` program when a test first asks for them.
enum Clips {
    /// Puts a file into a folder, which `arguments` make from nothing.
    static func make(_ name: String, in folder: ScratchFolder, _ arguments: String) throws -> String
    {
        let path = "\(folder.path)/\(name)"
        let words = arguments.split(separator: " ").map(String.init)
        try ClipCache.place(at: path, words) {
            let command = ["-hide_banner", "-v", "error", "-y"] + words + [path]
            _ = try Command.run("ffmpeg", command)
        }
        return path
    }
}

/// 2026-11-24 12:00 UTC.
let noon: Int64 = 1_795_521_600

/// What can be thumbnailed without a file.
func subject(
    _ name: String = "a",
    modified: Int64 = 1_700_000_000,
    bytes: Int64? = 5
) throws -> ThumbnailSource {
    try ThumbnailSource(uri: "file:///\(name)", modified: modified, bytes: bytes)
}

/// One colour: blue, green and red.
func bitmap(_ width: Int32 = 4, _ height: Int32 = 3, _ color: [UInt8] = [0, 200, 0]) -> Bitmap {
    let pixels = Array(repeating: color + [0], count: Int(width * height)).flatMap { $0 }
    return Bitmap(bgrx: pixels, size: PixelSize(width: width, height: height))
}

extension ThumbnailCache {
    /// Makes a thumbnail without a file.
    @discardableResult
    func make(
        _ source: ThumbnailSource,
        _ size: ThumbnailSize = .normal,
        at now: Int64 = noon,
        _ bitmap: Bitmap = bitmap()
    ) throws -> CachedThumbnail {
        try thumbnail(of: source, size, at: now) { bitmap }
    }
}

/// Nil for a file that cannot be read.
func fileBytes(_ path: String) -> [UInt8]? {
    guard let stream = fopen(path, "r") else { return nil }
    defer { fclose(stream) }
    fseek(stream, 0, SEEK_END)
    let size = ftell(stream)
    rewind(stream)
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        count = fread(buffer.baseAddress, 1, size, stream)
    }
}

extension CachedThumbnail {
    /// As it is told of later.
    var whenFound: Self { Self(path: path, size: size, bytes: bytes, isNew: false) }
}
