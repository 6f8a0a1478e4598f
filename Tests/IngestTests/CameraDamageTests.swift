import FrameTransport
import Media
import Platform
import Testing

@testable import Addressing
@testable import Capture
@testable import Ingest
@testable import Streams

/// What a stream makes of a camera whose pictures are damaged.
@Suite struct CameraDamageTests {
    enum Damage: String, CaseIterable, Sendable {
        /// The driver says so.
        case flagged
        /// Fewer bytes than a picture takes.
        case short
        /// No JPEG.
        case undecodable
    }

    private static func camera(_ damage: Damage) throws -> FakeCamera {
        try FakeCamera {
            let format = damage == .undecodable ? "MJPG" : "YUYV"
            $0.offer = CameraOffer(lines: ["\(format) 64x32@30"])
        }
    }

    private static func picture(for damage: Damage) throws -> [UInt8] {
        guard damage == .undecodable else { return [] }
        let recipe = "-f lavfi -i testsrc2=64x32 -frames:v 1 -pix_fmt yuvj422p"
        return try Clips.bytes(of: Clips.make("whole.jpg", recipe))
    }

    private static func deliver(_ damage: Damage, from camera: FakeCamera) {
        switch damage {
        case .flagged: camera.deliver { $0.hasError = true }
        case .short: camera.deliver { $0.bytesUsed = 100 }
        case .undecodable: camera.deliver(bytes: [1, 2, 3])
        }
    }

    /// Delivers nothing but damage until a condition holds.
    private static func deliver(
        _ damage: Damage,
        from camera: FakeCamera,
        to player: Player,
        until condition: (Player) -> Bool
    ) -> Bool {
        player.play { player in
            deliver(damage, from: camera)
            return condition(player)
        }
    }

    @Test(arguments: Damage.allCases)
    func aCameraThatDeliversOnlyDamageIsLostAsASilentOneIs(damage: Damage) throws {
        let camera = try Self.camera(damage)
        let picture = try Self.picture(for: damage)
        let player = try Player("/dev/video0", camera: camera)
        #expect(player.play { _ in camera.state.withLock { $0.isStreaming } })
        let start = MonotonicClock.now()
        camera.deliver(bytes: picture)
        #expect(player.play { $0.samples.count == 1 })
        #expect(
            Self.deliver(damage, from: camera, to: player) { $0.stream.status.stalls == 1 }
        )
        #expect(MonotonicClock.now() - start >= .milliseconds(400))
        #expect(
            Self.deliver(damage, from: camera, to: player) { _ in
                camera.state.withLock { $0.opened == 2 && $0.isStreaming }
            }
        )
        let dropped = player.ledger.snapshot().dropped[.decodeError] ?? 0
        #expect(dropped > 5 && player.stream.status.corruptPackets >= dropped)
        #expect(player.samples.count == 1)
        // A whole picture is one again.
        camera.deliver(bytes: picture)
        #expect(player.play { $0.samples.count == 2 })
        #expect(player.waitFor { $0.state == .playing })
    }

    @Test func aCameraThatIsDamagedFromTheStartGetsAPlaceholderAndIsTriedAgain() throws {
        let camera = try Self.camera(.flagged)
        let player = try Player("/dev/video0", camera: camera) { $0.timeout = .milliseconds(300) }
        #expect(
            Self.deliver(.flagged, from: camera, to: player) { $0.stream.status.reconnects > 0 }
        )
        #expect(player.stream.status.failure == .timeout)
        #expect(Self.deliver(.flagged, from: camera, to: player) { !$0.placeholders.isEmpty })
        #expect(player.samples.isEmpty)
    }

    @Test func damagedBuffersAreCountedAndTheStreamGoesOn() throws {
        let camera = try FakeCamera()
        let player = try Player.playing(camera)
        camera.deliver { $0.hasError = true }
        camera.deliver { $0.bytesUsed = 100 }
        camera.deliver(9)
        #expect(player.play { $0.samples.count == 1 })
        let counts = player.ledger.snapshot()
        #expect(counts.received == 3)
        #expect(counts.dropped[.decodeError] == 2)
        #expect(player.stream.status.corruptPackets == 2)
        #expect(player.waits { _ in camera.state.withLock { $0.queued.count == 8 } })
    }
}
