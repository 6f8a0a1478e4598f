import FrameTransport
import Media
import Platform
import Testing

@testable import Ingest
@testable import Streams

/// What a stream makes of a camera, with one that fails on command.
@Suite struct CameraStreamTests {
    @Test func aPictureIsTheCamerasOwnBuffer() throws {
        let camera = try FakeCamera()
        let player = try Player.playing(camera)
        var firstByte: UInt8 = 0
        var hasDMABuffer = false
        player.inspect = { _, components in
            firstByte = components.first?.base.load(as: UInt8.self) ?? 0
            hasDMABuffer = components.dmaBuffer != nil
            // Another value written by the driver shows: nothing was copied.
            let base = components.first.map { UnsafeMutableRawPointer(mutating: $0.base) }
            #expect(camera.owns(base))
        }
        camera.deliver(77)
        #expect(player.play { $0.samples.count == 1 })
        #expect(firstByte == 77)
        #expect(hasDMABuffer)
        let sample = try #require(player.samples.first)
        #expect(sample.format.pixelFormat == .yuyv)
        #expect(sample.format.size == PixelSize(width: 64, height: 32))
        #expect(sample.format.colorimetry.matrix == .bt601)
        #expect(player.stream.status.codec == "raw YUYV")
        #expect(player.stream.status.frameRate == .thirty)
        #expect(player.stream.isLive && player.stream.isEndless)
        // Released, it goes back to the driver.
        #expect(player.waits { _ in camera.state.withLock { $0.queued.count == 8 } })
    }

    @Test func picturesCarryTheKernelsTimeAndFollowEachOther() throws {
        let camera = try FakeCamera()
        let player = try Player.playing(camera)
        let start = MonotonicClock.now()
        for number in 0..<5 {
            camera.deliver(at: start + .milliseconds(33) * Int64(number))
            #expect(player.play { $0.samples.count == number + 1 })
        }
        let expected = (0..<5).map { start + .milliseconds(33) * Int64($0) }
        #expect(player.samples.map(\.pts.nanoseconds) == expected.map(\.nanoseconds))
        #expect(player.samples.map(\.number) == Array(0..<5))
        #expect(
            player.samples.map { $0.attachments.contains(.discontinuity) }
                == [true, false, false, false, false]
        )
    }

    @Test func withoutKernelTimestampsTheArrivalCounts() throws {
        let camera = try FakeCamera { $0.hasTimestamps = false }
        let player = try Player.playing(camera)
        let before = MonotonicClock.now()
        camera.deliver()
        #expect(player.play { $0.samples.count == 1 })
        let pts = try #require(player.samples.first?.pts.nanoseconds)
        #expect((before.nanoseconds...MonotonicClock.now().nanoseconds).contains(pts))
    }

    @Test func picturesLostInTheKernelAreCountedApart() throws {
        let camera = try FakeCamera()
        let player = try Player.playing(camera)
        camera.deliver()
        camera.lose(3)
        camera.deliver()
        #expect(player.play { $0.samples.count == 2 })
        #expect(player.stream.status.missed == 3)
        #expect(player.ledger.snapshot().received == 2)
    }

    /// The presentation holds everything: the driver keeps two buffers all the same.
    @Test(arguments: [8, 4, 2, 1])
    func aCameraNeverStarves(buffers: Int) throws {
        let camera = try FakeCamera { $0.mostBuffers = buffers }
        let player = try Player.playing(camera)
        var held: [PictureID] = []
        var borrowed = 0
        player.inspect = { [stream = player.stream] sample, components in
            stream.pool.hold(sample.picture)
            held.append(sample.picture)
            if components.dmaBuffer != nil { borrowed += 1 }
        }
        for number in 0..<14 {
            #expect(camera.deliver(UInt8(number)), "picture \(number)")
            #expect(player.play { $0.samples.count == number + 1 })
        }
        #expect(borrowed == max(0, buffers - 2))
        #expect(camera.state.withLock { $0.fewestQueued } >= min(2, buffers))
        // Copied or not, each holds what was delivered.
        let values = held.map {
            player.stream.pool.components(of: $0).first?.base.load(as: UInt8.self)
        }
        #expect(values == (0..<14).map { UInt8($0) })
        for picture in held { player.stream.pool.release(picture) }
    }

    @Test func stoppingDoesNotWaitForAPicture() throws {
        let camera = try FakeCamera()
        let player = try Player.playing(camera)
        #expect(player.stop())
        #expect(camera.state.withLock { !$0.isStreaming })
    }

    @Test func aCameraThatNobodyShowsKeepsItsBuffersMoving() throws {
        let camera = try FakeCamera()
        let player = try Player.playing(camera)
        player.stream.setDecoding(.idle)
        // The first picture is kept all the same: it tells the format.
        camera.deliver()
        #expect(player.play { $0.samples.count == 1 })
        for _ in 0..<20 {
            #expect(player.waits { _ in camera.deliver() })
        }
        #expect(player.waits { _ in camera.state.withLock { $0.queued.count == 8 } })
        #expect(player.ledger.snapshot().received == 1)
        player.stream.setDecoding(.full)
        #expect(player.waits { _ in camera.deliver() })
        #expect(player.play { $0.samples.count == 2 })
        #expect(player.samples.last?.attachments.contains(.discontinuity) == true)
    }

    /// An image of a camera that nobody shows is one of now.
    @Test func aCameraThatNobodyShowsDeliversOnePictureForEachThatIsAskedFor() throws {
        let camera = try FakeCamera()
        let player = try Player.playing(camera)
        player.stream.setDecoding(.idle)
        camera.deliver(1)
        #expect(player.play { $0.samples.count == 1 })
        #expect(player.waits { _ in camera.deliver(2) })
        // Dropped, and with the driver again: what is asked for now is another.
        #expect(player.waits { _ in camera.state.withLock { $0.queued.count == 8 } })
        player.stream.askForPicture()
        #expect(player.waits { _ in camera.deliver(3) })
        #expect(player.play { $0.samples.count == 2 })
        #expect(player.samples.last?.attachments.contains(.discontinuity) == true)
        #expect(player.waits { _ in camera.deliver(4) })
        #expect(player.waits { _ in camera.state.withLock { $0.queued.count == 8 } })
        #expect(player.ledger.snapshot().received == 2)
    }
}
