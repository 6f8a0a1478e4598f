internal import Foundation
internal import Synchronization

/// Clips that the `ffmpeg` program made for an earlier run of the tests, and what it and `ffprobe`
/// said of them: most of the time that one takes is the program's start.
///
/// It is in `.build/test-clips`, each under a name made of all that it depends on.
public enum ClipCache {
    private static let folder = BuildFolder.appending("test-clips")
    /// What was put where, by the path.
    private static let places = Mutex<[String: Place]>([:])

    /// One at a time puts something there.
    private final class Place: Sendable {
        let clip = Mutex<Clip?>(nil)
    }

    private struct Clip {
        var words: [String]
        /// Two that are the same have the same name.
        var name: String
    }

    /// Two tests make different clips of one name.
    public struct NameIsTaken: Error, CustomStringConvertible {
        let path: String

        public var description: String { "'\(path)' is another clip's name" }
    }

    /// Puts a clip at `path`, unless it is there: a copy of an earlier one, or what `make` makes
    /// there. Whoever wants the same path waits for that.
    ///
    /// - Parameters:
    ///   - path: Its end says the container.
    ///   - words: The program's arguments. Where one is a file, it counts with what it holds.
    ///   - make: Runs the program.
    /// - Throws: What `make` throws; `NameIsTaken` where another clip is at `path`.
    public static func place(
        at path: String,
        _ words: [String],
        make: () throws -> Void
    ) throws {
        try place(for: path).clip.withLock { placed in
            let known = FileManager.default.fileExists(atPath: path) ? placed : nil
            // What is in the files that the words name takes long to read.
            if known?.words == words { return }
            let place = URL(fileURLWithPath: path)
            let kept = file(for: words, place.pathExtension)
            let name = kept?.lastPathComponent ?? words.joined(separator: " ")
            if let known {
                guard known.name == name else { throw NameIsTaken(path: path) }
                return
            }
            if let kept {
                try put(kept, at: place, make)
            } else {
                try make()
            }
            placed = Clip(words: words, name: name)
        }
    }

    private static func place(for path: String) -> Place {
        places.withLock { places in
            let place = places[path] ?? Place()
            places[path] = place
            return place
        }
    }

    private static func put(_ kept: URL, at place: URL, _ make: () throws -> Void) throws {
        if (try? FileManager.default.copyItem(at: kept, to: place)) != nil { return }
        try make()
        if let made = try? Data(contentsOf: place) { keep(made, in: kept) }
    }

    /// What a program says of clips: what it said before, or now.
    ///
    /// - Parameters:
    ///   - program: `ffmpeg` or `ffprobe`.
    ///   - words: Its arguments. Where one is a file, it counts with what it holds.
    /// - Returns: Its standard output.
    /// - Throws: When it fails.
    public static func output(_ program: String, _ words: [String]) throws -> String {
        String(decoding: try bytes(program, words), as: UTF8.self)
    }

    /// As ``output(_:_:)``, for what is no text.
    public static func bytes(_ program: String, _ words: [String]) throws -> [UInt8] {
        let command = [program] + words
        return try bytes(of: command) { try Command(command).run().bytes }
    }

    /// What a command leads to: what it led to before, or now. For what is the same in each run:
    /// all of it is kept.
    ///
    /// - Parameters:
    ///   - command: The program and its arguments. Where one is a file, it counts with what it
    ///     holds.
    ///   - make: Runs it.
    /// - Returns: What `make` returned.
    /// - Throws: What `make` throws.
    public static func bytes(of command: [String], make: () throws -> [UInt8]) throws -> [UInt8] {
        guard let kept = file(for: command, "out") else { return try make() }
        if let data = try? Data(contentsOf: kept) { return [UInt8](data) }
        let made = try make()
        keep(Data(made), in: kept)
        return made
    }

    /// Where what is made of these words and files is kept; nil where it cannot be: a playlist
    /// is not alone.
    private static func file(for words: [String], _ type: String) -> URL? {
        guard !(words + [type]).contains(where: { $0.hasSuffix("m3u8") }) else { return nil }
        var key = Key()
        for word in words {
            key.add(FileManager.default.contents(atPath: word) ?? Data(word.utf8))
            // A file's container may be told by its name.
            key.add(Data(URL(fileURLWithPath: word).pathExtension.utf8))
        }
        return folder.appending(path: "\(key.name).\(type)")
    }

    /// Without room for it the next run makes it again.
    private static func keep(_ data: Data, in file: URL) {
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try? data.write(to: file, options: .atomic)
    }

    /// FNV-1a of the program and of what it is given.
    private struct Key {
        private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

        var name: String { String(hash, radix: 16) }

        init() {
            let program = try? FileManager.default.attributesOfItem(atPath: "/usr/bin/ffmpeg")
            add(Data("\(program?[.size] ?? 0) \(program?[.modificationDate] ?? 0)".utf8))
        }

        mutating func add(_ data: Data) {
            // The count parts what is added from what follows.
            for byte in Data("\(data.count):".utf8) + data {
                hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
            }
        }
    }
}
