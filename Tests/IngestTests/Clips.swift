import Foundation
import Synchronization

/// Small clips, made with the `ffmpeg` program when a test first asks for them.
enum Clips {
    /// Where they lie; removed when the process ends.
    static let directory: String = {
        let path = NSTemporaryDirectory() + "/pipd-ingest-tests-\(getpid())"
        try? FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true
        )
        atexit { try? FileManager.default.removeItem(atPath: Clips.directory) }
        return path
    }()

    private static let made = Mutex<Set<String>>([])

    /// The path of a clip, which `arguments` make from nothing.
    static func make(_ name: String, _ arguments: String) throws -> String {
        let path = "\(directory)/\(name)"
        try made.withLock { made in
            guard made.insert(name).inserted else { return }
            let command = arguments.split(separator: " ").map(String.init) + [path]
            _ = try Command.run("ffmpeg", ["-hide_banner", "-v", "error", "-y"] + command)
        }
        return path
    }

    /// The path of a file with the given bytes.
    static func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
        let path = "\(directory)/\(name)"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    static func bytes(of path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// H.264 with two B-frames: 40 pictures of 160x120 at 25 Hz.
    static func h264() throws -> String {
        try make(
            "bframes.mp4",
            "-f lavfi -i testsrc2=160x120:r=25 -frames:v 40 -c:v libx264 -preset veryfast -bf 2 "
                + "-g 12 -pix_fmt yuv420p"
        )
    }

    /// The digests that the `ffmpeg` program computes of a clip's pictures.
    static func referenceDigests(of path: String) throws -> [String] {
        let text = try Command.run(
            "ffmpeg",
            [
                "-v", "quiet", "-noautorotate", "-i", path, "-map", "0:v:0", "-autoscale", "0",
                "-fps_mode", "passthrough", "-f", "framemd5", "-",
            ]
        )
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
            $0.split(separator: ",").last?.trimmingCharacters(in: .whitespaces)
        }
    }
}

/// A program that is run to its end.
enum Command {
    struct Failure: Error {
        let command: String
        let status: Int32
    }

    /// - Returns: What it wrote to its standard output.
    static func run(_ program: String, _ arguments: [String]) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(
                command: "\(program) \(arguments.joined(separator: " "))",
                status: process.terminationStatus
            )
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Whether the `ffmpeg` program has an encoder.
    static func hasEncoder(_ name: String) -> Bool {
        encoders.contains(" \(name) ")
    }

    private static let encoders =
        (try? run("ffmpeg", ["-hide_banner", "-v", "quiet", "-encoders"])) ?? ""
}

/// A program that runs beside a test and is ended with it.
final class Companion {
    private let process = Process()
    private let output = Pipe()

    init(_ program: String, _ arguments: [String]) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    /// The first line that the program writes; waits for it.
    func firstLine() -> String {
        var line: [UInt8] = []
        while let byte = try? output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A {
            line.append(byte)
        }
        return String(decoding: line, as: UTF8.self)
    }

    /// Kills the program, as a power cut would, and waits until it is gone.
    func kill() {
        guard process.isRunning else { return }
        _ = Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    deinit { kill() }
}
