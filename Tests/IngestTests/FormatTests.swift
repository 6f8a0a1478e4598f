import FrameTransport
import Ingest
import Media
import Testing

@testable import Streams

/// What a picture is described as, for every format that is taken and some that are converted.
@Suite struct FormatTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let pixelFormat: String
        let shown: PixelFormat
        var range = Colorimetry.Range.limited
        var isConverted = false
        var codec = "rawvideo"

        var testDescription: String { pixelFormat }
    }

    private static let rows = [
        Row(pixelFormat: "yuv420p", shown: .i420),
        Row(pixelFormat: "yuvj420p", shown: .i420, range: .full, codec: "mjpeg"),
        Row(pixelFormat: "yuv422p", shown: .i422),
        Row(pixelFormat: "yuvj422p", shown: .i422, range: .full, codec: "mjpeg"),
        Row(pixelFormat: "yuv444p", shown: .i444),
        Row(pixelFormat: "yuvj444p", shown: .i444, range: .full, codec: "mjpeg"),
        Row(pixelFormat: "nv12", shown: .nv12),
        Row(pixelFormat: "yuyv422", shown: .yuyv),
        Row(pixelFormat: "yuv420p10le", shown: .i010),
        Row(pixelFormat: "bgra", shown: .bgra, range: .full),
        Row(pixelFormat: "bgr0", shown: .bgra, range: .full),
        Row(pixelFormat: "rgba", shown: .rgba, range: .full),
        Row(pixelFormat: "rgb0", shown: .rgba, range: .full),
        Row(pixelFormat: "gray", shown: .gray8, range: .full),
        Row(pixelFormat: "rgb24", shown: .bgra, range: .full, isConverted: true),
        Row(pixelFormat: "gbrp", shown: .bgra, range: .full, isConverted: true),
        Row(pixelFormat: "rgb565le", shown: .bgra, range: .full, isConverted: true),
        Row(pixelFormat: "yuv411p", shown: .i422, isConverted: true),
        Row(pixelFormat: "yuv440p", shown: .i444, isConverted: true),
        Row(pixelFormat: "yuv420p12le", shown: .i010, isConverted: true),
        Row(pixelFormat: "yuva420p", shown: .i420, isConverted: true),
        Row(pixelFormat: "uyvy422", shown: .i422, isConverted: true),
        Row(pixelFormat: "nv21", shown: .i420, isConverted: true),
        Row(pixelFormat: "gray16le", shown: .gray8, range: .full, isConverted: true),
    ]

    @Test(arguments: rows) func isTakenAsItIsOrConverted(row: Row) throws {
        let path = try Clips.make(
            "format-\(row.pixelFormat).nut",
            "-f lavfi -i testsrc2=64x48 -frames:v 2 -pix_fmt \(row.pixelFormat) -strict -1 "
                + "-c:v \(row.codec)"
        )
        let player = try Player(path)
        #expect(player.playToEnd())
        try #require(player.samples.count == 2)
        let format = player.samples[0].format
        #expect(format.pixelFormat == row.shown)
        #expect(format.size == PixelSize(width: 64, height: 48))
        #expect(format.colorimetry.range == row.range)
        let conversions = player.stream.status.conversions
        #expect(conversions.map(\.count) == (row.isConverted ? [2] : []))
        if let conversion = conversions.first {
            #expect(conversion.from == row.pixelFormat)
            #expect(conversion.to == row.shown)
        }
    }

    /// A grey picture of a known level must keep its number through a conversion.
    @Test(arguments: ["yuv411p", "yuv440p", "uyvy422", "nv21", "yuva420p"])
    func aConversionKeepsTheLevels(pixelFormat: String) throws {
        let path = try Clips.make(
            "level-\(pixelFormat).nut",
            "-f lavfi -i color=c=0x808080:s=64x48,format=yuv444p,"
                + "lutyuv=y=100:u=90:v=160,format=\(pixelFormat) -frames:v 1 -c:v rawvideo"
        )
        let player = try Player(path)
        var levels: [Int] = []
        player.inspect = { sample, components in
            // The middle of the picture, in each component.
            for (index, part) in [components.first, components.second, components.third]
                .enumerated()
            {
                guard let part else { continue }
                let width = sample.format.pixelFormat.rowBytes(component: index, width: 64)
                let rows = sample.format.pixelFormat.rows(component: index, height: 48)
                let offset = rows / 2 * part.bytesPerRow + width / 2
                levels.append(Int(part.base.load(fromByteOffset: offset, as: UInt8.self)))
            }
        }
        #expect(player.playToEnd())
        try #require(levels.count == 3)
        for (level, expected) in zip(levels, [100, 90, 160]) { #expect(abs(level - expected) <= 1) }
    }

    struct ColorRow: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let options: String
        let size: String
        let expected: Colorimetry
    }

    private static let colorRows = [
        ColorRow(
            testDescription: "untagged, small",
            options: "",
            size: "160x120",
            expected: Colorimetry(matrix: .bt601, range: .limited, primaries: .bt601NTSC)
        ),
        ColorRow(
            testDescription: "untagged, large",
            options: "",
            size: "1280x720",
            expected: Colorimetry(matrix: .bt709, range: .limited)
        ),
        ColorRow(
            testDescription: "BT.709",
            size: "160x120",
            "-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv",
            Colorimetry(matrix: .bt709, range: .limited)
        ),
        ColorRow(
            testDescription: "matrix alone",
            size: "160x120",
            "-colorspace bt709",
            Colorimetry(matrix: .bt709, range: .limited)
        ),
        ColorRow(
            testDescription: "full range",
            size: "160x120",
            "-colorspace bt709 -color_range pc",
            Colorimetry(matrix: .bt709, range: .full)
        ),
        ColorRow(
            testDescription: "PAL",
            size: "160x120",
            "-colorspace bt470bg -color_primaries bt470bg",
            Colorimetry(matrix: .bt601, range: .limited, primaries: .bt601PAL)
        ),
        ColorRow(
            testDescription: "HDR10",
            size: "160x120",
            "-colorspace bt2020nc -color_primaries bt2020 -color_trc smpte2084",
            Colorimetry(matrix: .bt2020, range: .limited, primaries: .bt2020, transfer: .pq)
        ),
        ColorRow(
            testDescription: "HLG",
            size: "160x120",
            "-colorspace bt2020nc -color_primaries bt2020 -color_trc arib-std-b67",
            Colorimetry(matrix: .bt2020, range: .limited, primaries: .bt2020, transfer: .hlg)
        ),
    ]

    @Test(arguments: colorRows) func colourIsWhatTheStreamSays(row: ColorRow) throws {
        let name = row.testDescription.filter { $0.isLetter || $0.isNumber }
        let path = try Clips.make(
            "colour-\(name).mkv",
            "-f lavfi -i color=s=\(row.size) -frames:v 1 -c:v libx264 -pix_fmt yuv420p "
                + "\(row.options)"
        )
        let player = try Player(path)
        #expect(player.playToEnd())
        #expect(player.samples.first?.format.colorimetry == row.expected)
    }

    @Test(
        arguments: [
            (0, Rotation.none), (90, .clockwise270), (180, .halfTurn), (270, .clockwise90),
        ]
    )
    func rotationIsThatOfTheDisplayMatrix(degrees: Int, rotation: Rotation) throws {
        let source = try Clips.h264()
        // The option of FFmpeg 5.1 counts clockwise as the tag "rotate" did.
        let path = try Clips.make(
            "rotated-\(degrees).mp4",
            "-i \(source) -c copy -metadata:s:v rotate=\(degrees)"
        )
        let player = try Player(path)
        #expect(player.playToEnd())
        #expect(player.samples.first?.format.rotation == rotation)
    }

    @Test func pixelShapeIsTheStreams() throws {
        let path = try Clips.make(
            "shape.mkv",
            "-f lavfi -i testsrc2=160x120 -frames:v 2 -vf setsar=16/11 -c:v libx264 "
                + "-pix_fmt yuv420p"
        )
        let player = try Player(path)
        #expect(player.playToEnd())
        #expect(
            player.samples.first?.format.sampleAspectRatio
                == SampleAspectRatio(numerator: 16, denominator: 11)
        )
    }
}

extension FormatTests.ColorRow {
    init(testDescription: String, size: String, _ options: String, _ expected: Colorimetry) {
        self.init(
            testDescription: testDescription,
            options: options,
            size: size,
            expected: expected
        )
    }
}
