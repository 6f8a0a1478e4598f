import Platform
import TestSupport

/// A clip as MPEG-TS, in packets of 188 bytes, some of which can be lost.
struct TransportPackets {
    private let bytes: [UInt8]
    private static let size = 188

    init(_ path: String) throws {
        bytes = try Clips.bytes(of: path)
    }

    /// The first packet of every picture, in decoding order.
    var starts: [Int] { video.filter { bytes[$0 * Self.size + 1] & 0x40 != 0 } }

    /// All packets of the video, which is the first stream that `ffmpeg` puts into the file.
    var video: [Int] {
        (0..<bytes.count / Self.size).filter {
            let place = $0 * Self.size
            return Int(bytes[place + 1] & 0x1F) << 8 | Int(bytes[place + 2]) == 0x100
        }
    }

    /// The packets of a picture, counted in decoding order; not of the last.
    func video(of picture: Int) -> [Int] {
        let starts = starts
        return video.filter { $0 >= starts[picture] && $0 < starts[picture + 1] }
    }

    /// A file without some of the packets.
    func write(_ name: String, without lost: Range<Int>) throws -> String {
        let start = lost.lowerBound * Self.size
        let end = lost.upperBound * Self.size
        return try Clips.write(name, bytes[..<start] + bytes[end...])
    }
}

extension Clips {
    /// The encoders of `noisyTransport` that this machine has.
    static let transportCodecs = ["libx264", "libx265"].filter { Command.hasEncoder($0) }

    /// Noise, in which nothing goes unnoticed: 96x64 at 25 Hz, in groups of 16 pictures,
    /// each of which takes several packets.
    static func noisyTransport(
        _ codec: String,
        pictures: Int = 64,
        isReordered: Bool = true
    ) throws -> String {
        let options =
            codec == "libx265"
            ? "-preset ultrafast -x265-params log-level=none:pools=1:keyint=16:min-keyint=16"
                + ":bframes=\(isReordered ? 3 : 0)"
            : "-preset veryfast -bf \(isReordered ? 2 : 0) -g 16 -x264-params scenecut=0"
        return try make(
            "noisy-\(codec)-\(pictures)-\(isReordered).ts",
            "-f lavfi -i testsrc2=96x64:r=25,noise=alls=40:allf=t -frames:v \(pictures) -pix_fmt yuv420p "
                + "-c:v \(codec) \(options)"
        )
    }
}
