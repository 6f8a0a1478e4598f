import Exporting
import Foundation
import Platform
import TestSupport

/// A folder of originals and one to export to, which go with it.
final class ExportFolder {
    let path: String

    init() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("pipd-export-\(UUID().uuidString)")
        for name in ["in", "out"] {
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent(name),
                withIntermediateDirectories: true
            )
        }
        path = folder.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func directory(_ rest: String = "") throws -> ExportDirectory {
        let out = "\(path)/out"
        return try ExportDirectory(
            SettledPath(out),
            rest,
            named: rest.isEmpty ? out : "\(out)/\(rest)"
        )
    }

    func original(_ name: String) throws -> ReadableFile {
        try ConfinedDirectory("\(path)/in").file(name)
    }

    /// What is there to be seen, and what is not.
    var exported: [String] {
        (try? FileManager.default.subpathsOfDirectory(atPath: "\(path)/out").sorted()) ?? []
    }

    func bytes(_ name: String) -> Data? { FileManager.default.contents(atPath: "\(path)/\(name)") }

    func make(_ name: String, _ words: String) throws {
        let place = "\(path)/in/\(name)"
        let words = words.split(separator: " ").map { String($0) }
        try ClipCache.place(at: place, words + [URL(fileURLWithPath: name).pathExtension]) {
            _ = try Command.run("ffmpeg", ["-v", "error", "-y"] + words + [place])
        }
    }
}
