internal import Foundation

/// Clips that the `ffmpeg` program made for an earlier run of the tests: most of the time that
/// one takes is the program's start.
///
/// They are in `.build/test-clips`, each under a name made of all that it depends on.
public enum ClipCache {
    private static let folder = URL(fileURLWithPath: #filePath)
        .appending(path: "../../../.build/test-clips").standardized

    /// Puts a clip at `path`: a copy of an earlier one, or what `make` makes there.
    ///
    /// - Parameters:
    ///   - path: Where nothing is yet; its end says the container.
    ///   - words: The program's arguments. Where one is a file, it counts with what it holds.
    ///   - make: Runs the program.
    /// - Throws: What `make` throws.
    public static func place(
        at path: String,
        _ words: [String],
        make: () throws -> Void
    ) throws {
        let files = FileManager.default
        let place = URL(fileURLWithPath: path)
        // A playlist is not alone.
        guard place.pathExtension != "m3u8" else { return try make() }
        var key = Key()
        for word in words { key.add(files.contents(atPath: word) ?? Data(word.utf8)) }
        let kept = folder.appending(path: "\(key.name).\(place.pathExtension)")
        if (try? files.copyItem(at: kept, to: place)) != nil { return }
        try make()
        // Without room for it the next run makes it again.
        try? files.createDirectory(at: folder, withIntermediateDirectories: true)
        let partial = folder.appending(path: UUID().uuidString)
        let isWhole = (try? files.copyItem(at: place, to: partial)) != nil
        if !isWhole || rename(partial.path, kept.path) != 0 { try? files.removeItem(at: partial) }
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
