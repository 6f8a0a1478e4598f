import Media
import Platform
import TestSupport
import Testing

@testable import Addressing
@testable import Demuxing
@testable import Stills

/// Missing reference pictures are noticed by their count.
@Suite struct H264ContinuityTests {
    private func packets(_ name: String) throws -> (CodedStream, [CodedPacket]) {
        let path = try Clips.make("count-\(name)", "-i \(Clips.h264()) -c copy")
        let source = try FilePackets(
            StreamConfiguration(id: StreamID(sanitizing: "a"), url: path),
            probing: .thorough,
            limit: SearchLimit(
                deadline: MonotonicClock.now() + .milliseconds(5_000),
                isCancelled: { false }
            )
        )
        var packets: [CodedPacket] = []
        while let packet = try source.next() { packets.append(packet) }
        return (source.stream, packets)
    }

    /// Groups of twelve pictures in 40; the header of every NAL unit tells what is referred to.
    @Test(arguments: ["a.mp4", "a.ts", "a.h264", "a.mkv"])
    func anyMissingReferenceIsNoticedAtTheNextPicture(name: String) throws {
        let (stream, packets) = try packets(name)
        #expect(packets.count == 40)
        var noticed = 0
        for missing in packets.indices.dropFirst().dropLast() {
            var continuity = try #require(stream.makeContinuity())
            let gaps = packets.indices.filter {
                $0 != missing && !continuity.follows(packets[$0])
            }
            // A refresh needs nothing of what was before.
            if packets[missing + 1].facts.isKey || packets[missing].facts.isKey {
                #expect(gaps.count <= 1)
            } else {
                #expect(gaps.isEmpty || gaps[0] == missing + 1, "\(missing): \(gaps)")
            }
            noticed += gaps.isEmpty ? 0 : 1
        }
        // A third to two thirds of the pictures are referred to.
        #expect((10...26).contains(noticed), "\(noticed)")
        var continuity = try #require(stream.makeContinuity())
        let areContinuous = packets.map { continuity.follows($0) }
        #expect(areContinuous.allSatisfy { $0 })
    }

    /// Garbage is no gap, and never traps.
    @Test func anyBytesAreRead() {
        var state: UInt64 = 1
        for round in 0..<2_000 {
            let bytes = (0..<round % 90).map { index -> UInt8 in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let random = UInt8(truncatingIfNeeded: state >> 33)
                // Headers that lead deep into the parser.
                let start: [UInt8] = [0, 0, 1, 0x67, 100, 0, 0]
                return round % 2 == 0 && index < start.count ? start[index] : random
            }
            var plain = H264Continuity(extradata: bytes)
            _ = plain.follows(bytes)
            var boxed = H264Continuity(extradata: [1, 100, 0, 30, 0xFF] + bytes)
            _ = boxed.follows(bytes)
        }
    }

    @Test func codedNumbersAreRead() {
        // 1, 010, 011, 00100, and -1 as 011: Table 9-2 of ITU-T H.264.
        var reader = BitReader([0b1010_0110, 0b0100_0110] as [UInt8])
        #expect((0..<4).map { _ in reader.number() } == [0, 1, 2, 3])
        #expect(reader.signedNumber() == -1)
        var end = BitReader([0, 0, 0, 0, 0, 0] as [UInt8])
        #expect(end.number() == nil)
        #expect(end.bits(32) == nil)
        // The three that keeps a start code from appearing is left out.
        var escaped = BitReader([0, 0, 3, 1] as [UInt8])
        #expect(escaped.bits(24) == 1)
    }
}

extension H264Continuity {
    fileprivate mutating func follows(_ packet: CodedPacket) -> Bool {
        packet.withPacket { follows($0.headers) }
    }
}
