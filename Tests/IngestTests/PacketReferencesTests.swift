import Testing

@testable import Demuxing

/// Which packets hold nothing but a picture that no other refers to.
@Suite struct PacketReferencesTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var coding: PacketReferences.Coding
        var bytes: [UInt8]
        var isUnreferenced: Bool
        var extradata: [UInt8] = []
        var isMarked = false
    }

    /// A sequence parameter set that allows as many sub-layers.
    private static func hevcSequence(layers: UInt8) -> [UInt8] {
        [0, 0, 1, 0x42, 0x01, (layers - 1) << 1, 0, 0]
    }

    private static let rows = [
        Row("slice", .h264, [0, 0, 1, 0x01, 9, 9], true),
        Row("reference", .h264, [0, 0, 1, 0x21, 9, 9], false),
        Row("refresh", .h264, [0, 0, 1, 0x65, 9, 9], false),
        Row(
            "delimiter, note, slices",
            .h264,
            [0, 0, 1, 9, 0, 0, 1, 6, 5, 0, 0, 1, 1, 9, 0, 0, 1, 1],
            true
        ),
        Row("second slice referred to", .h264, [0, 0, 1, 1, 9, 0, 0, 1, 0x41, 9], false),
        Row("parameters first", .h264, [0, 0, 1, 8, 9, 0, 0, 1, 1, 9], false),
        Row("partitions", .h264, [0, 0, 1, 2, 9], false),
        Row("no slice", .h264, [0, 0, 1, 9, 0x10], false),
        Row("nothing", .h264, [], false),
        Row("with lengths", .h264, [0, 0, 0, 2, 1, 9], true, [1, 100, 0, 30, 255, 0, 0]),
        Row(
            "reference with lengths",
            .h264,
            [0, 0, 0, 2, 0x61, 9],
            false,
            [1, 100, 0, 30, 255, 0, 0]
        ),
        Row("marked in vain", .h264, [0, 0, 1, 0x21, 9], false, isMarked: true),
        Row("only layer", .hevc, [0, 0, 1, 0x00, 1, 9], true, hevcSequence(layers: 1)),
        Row("leading picture", .hevc, [0, 0, 1, 0x10, 1, 9], true, hevcSequence(layers: 1)),
        Row(
            "referred to in its layer",
            .hevc,
            [0, 0, 1, 0x02, 1, 9],
            false,
            hevcSequence(layers: 1)
        ),
        Row("lower layer", .hevc, [0, 0, 1, 0x00, 1, 9], false, hevcSequence(layers: 3)),
        Row("highest layer", .hevc, [0, 0, 1, 0x00, 3, 9], true, hevcSequence(layers: 3)),
        Row("layers unknown", .hevc, [0, 0, 1, 0x00, 1, 9], false),
        Row("another view", .hevc, [0, 0, 1, 0x00, 9, 9], false, hevcSequence(layers: 1)),
        Row(
            "sets first",
            .hevc,
            [0, 0, 1, 0x44, 1, 9, 0, 0, 1, 0, 1, 9],
            false,
            hevcSequence(layers: 1)
        ),
        Row("refresh", .hevc, [0, 0, 1, 0x26, 1, 9], false, hevcSequence(layers: 1)),
        Row("B-picture", .mpeg2, [0, 0, 1, 0, 0, 0x18, 0, 0, 0, 1, 0xB5, 8, 0, 0, 1, 1], true),
        Row("P-picture", .mpeg2, [0, 0, 1, 0, 0, 0x10, 0, 0, 0, 1, 1, 9], false),
        Row(
            "B-picture behind a group's header",
            .mpeg2,
            [0, 0, 1, 0xB8, 0, 0, 0, 1, 0, 0, 0x18, 0],
            false
        ),
        Row("B-VOP", .mpeg4, [0, 0, 1, 0xB6, 0x90, 1], true),
        Row("P-VOP", .mpeg4, [0, 0, 1, 0xB6, 0x50, 1], false),
        Row("packed", .mpeg4, [0, 0, 1, 0xB6, 0x90, 0, 0, 1, 0xB6, 0x50], false),
        Row("a photograph", .independent, [0xFF, 0xD8], true),
        Row("marked", .marked, [1, 2, 3], true, isMarked: true),
        Row("unmarked", .marked, [1, 2, 3], false),
    ]

    @Test(arguments: rows)
    func whatAPacketSaysIsRead(row: Row) {
        var references = PacketReferences(row.coding, extradata: row.extradata)
        let answer = references.isUnreferenced(row.bytes, isMarked: row.isMarked)
        #expect(answer == row.isUnreferenced)
    }

    /// The layers that a parameter set in a packet allows count from then on.
    @Test func aParameterSetUnderWayIsRead() {
        var references = PacketReferences(.hevc, extradata: Self.hevcSequence(layers: 1))
        let key = Self.hevcSequence(layers: 2) + [0, 0, 1, 0x26, 1, 9]
        let low: [UInt8] = [0, 0, 1, 0, 1, 9]
        let high: [UInt8] = [0, 0, 1, 0, 2, 9]
        let answers = [low, key, low, high].map { references.isUnreferenced($0, isMarked: false) }
        #expect(answers == [true, false, false, true])
    }
}

extension PacketReferencesTests.Row {
    fileprivate init(
        _ name: String,
        _ coding: PacketReferences.Coding,
        _ bytes: [UInt8],
        _ isUnreferenced: Bool,
        _ extradata: [UInt8] = [],
        isMarked: Bool = false
    ) {
        self.init(
            testDescription: name,
            coding: coding,
            bytes: bytes,
            isUnreferenced: isUnreferenced,
            extradata: extradata,
            isMarked: isMarked
        )
    }
}
