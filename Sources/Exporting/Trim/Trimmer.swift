internal import Addressing
internal import CFFmpeg
internal import Decoding
internal import Media
public import Platform

/// Exports a part of a movie: its packets as they are, from a key picture on, under an edit list
/// that hides what lies before the part.
///
/// Pictures before the end may refer to a few behind it, which are kept, too, and shown.
///
/// Thread: bound to whoever has it.
public final class Trimmer {
    /// What it comes to.
    public let cut: TrimCut
    private let source: MovieSource
    private let file: ReadableFile
    private let path: String
    private let progress: ExportProgress
    private let container: MovieContainer
    private let plan: TrimPlan
    /// What is the beginning then, in microseconds of the original's clock.
    private let origin: Int64

    /// Looks into a movie and finds the key picture.
    ///
    /// Blocking: up to a minute.
    ///
    /// - Parameters:
    ///   - file: The movie.
    ///   - path: How it is called.
    ///   - range: Which part of it.
    ///   - progress: Says whether it is still wanted.
    /// - Throws: `ExportError`.
    public init(
        _ file: ReadableFile,
        at path: String,
        _ range: TrimRange,
        _ progress: ExportProgress
    ) throws(ExportError) {
        try Self.load(for: path)
        source = try MovieSource(file, at: path, progress)
        (self.file, self.path, self.progress) = (file, path, progress)
        container = MovieContainer(reading: source.format, at: path)
        if let reason = range.refusal(ofMovieLasting: source.duration) {
            throw .isOutside(path: path, reason: reason)
        }
        let first = source.first
        let wanted = range.start(from: first)
        let plan = TrimPlan(start: try source.seek(to: wanted), end: range.end(from: first))
        if let end = plan.end, end <= plan.start {
            let start = Double(plan.start - first) / 1_000_000
            throw .isOutside(
                path: path,
                reason: "its first key picture is at \(start) seconds, behind `out`"
            )
        }
        self.plan = plan
        origin = container.hides ? max(wanted, plan.start) : plan.start
        cut = TrimCut(
            plan,
            since: origin,
            ofMovieFrom: first,
            lasting: source.duration,
            bytes: file.size
        )
    }

    private static func load(for path: String) throws(ExportError) {
        do {
            try MediaLibraries.loadForReading()
        } catch {
            throw .source(path: path, reason: "\(error.message)")
        }
    }

    /// Writes it.
    ///
    /// Blocking. It is given up between two pieces of 8 MiB.
    ///
    /// - Parameter directory: Where it appears, under the original's name or one like it.
    /// - Returns: Its path.
    /// - Throws: `ExportError`; nothing has appeared then.
    public func write(to directory: ExportDirectory) throws(ExportError) -> String {
        let name = path.pathNames.last ?? path
        let written = try ExportedFile(name, in: directory, progress)
        let target = try MovieTarget(container, to: written, of: path)
        try target.begin(with: source)
        try writePackets(to: target)
        try target.end()
        guard file.isUnchanged else { throw .hasChanged(path: path) }
        return try written.publish(modified: file.modified)
    }

    private func writePackets(to target: MovieTarget) throws(ExportError) {
        var open = Set(source.streams.filter { $0.pointee.discard != AVDISCARD_ALL })
        // As many as a codec reorders.
        var held: [OwnedPacket] = []
        var packet = try source.makePacket()
        while !open.isEmpty, try source.read(into: packet) {
            guard let stream = source.stream(of: packet), open.contains(stream),
                let times = source.times(of: packet.pointer)
            else {
                av_packet_unref(packet.pointer)
                continue
            }
            switch plan.verdict(on: times) {
            case .hold where held.count < Self.mostHeld:
                held.append(packet)
                packet = try source.makePacket()
            case .keep, .hold:
                if times.isVideo {
                    for packet in held { try target.write(packet, of: stream, since: origin) }
                    held = []
                }
                try target.write(packet, of: stream, since: origin)
            case .leaveOut: av_packet_unref(packet.pointer)
            case .isOver:
                av_packet_unref(packet.pointer)
                open.remove(stream)
            }
        }
    }

    /// More than any codec reorders.
    private static let mostHeld = 64
}
