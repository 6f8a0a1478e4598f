import FrameTransport
import Media
import Platform
import Testing

@testable import Ingest

/// What a stream makes of a camera, with one that fails on command.
@Suite struct CameraStreamTests {
    private func player(
        _ camera: FakeCamera,
        _ configure: (inout StreamConfiguration) -> Void = { _ in }
    ) throws -> Player {
        try Player("/dev/video0", camera: camera, configure)
    }

    /// Starts a stream and waits until its camera streams.
    private func playing(
        _ camera: FakeCamera,
        _ configure: (inout StreamConfiguration) -> Void = { _ in }
    ) throws -> Player {
        let player = try player(camera, configure)
        try #require(player.waits { _ in camera.state.withLock { $0.isStreaming } })
        return player
    }

    @Test func aPictureIsTheCamerasOwnBuffer() throws {
        let camera = try FakeCamera()
        let player = try playing(camera)
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
        let player = try playing(camera)
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
        let player = try playing(camera)
        let before = MonotonicClock.now()
        camera.deliver()
        #expect(player.play { $0.samples.count == 1 })
        let pts = try #require(player.samples.first?.pts.nanoseconds)
        #expect((before.nanoseconds...MonotonicClock.now().nanoseconds).contains(pts))
    }

    @Test func damagedBuffersAreCountedAndTheStreamGoesOn() throws {
        let camera = try FakeCamera()
        let player = try playing(camera)
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

    @Test func picturesLostInTheKernelAreCountedApart() throws {
        let camera = try FakeCamera()
        let player = try playing(camera)
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
        let player = try playing(camera)
        var held: [PictureID] = []
        var borrowed = 0
        player.inspect = { [stream = player.stream] sample, components in
            stream.pool.retain(sample.picture)
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

    @Test func aCameraThatIsUnpluggedComesBackAndLeavesItsLastPicture() throws {
        let camera = try FakeCamera()
        let player = try playing(camera)
        var held: PictureID?
        player.inspect = { [stream = player.stream] sample, _ in
            guard held == nil else { return }
            stream.pool.retain(sample.picture)
            held = sample.picture
        }
        camera.deliver(55)
        #expect(player.play { $0.samples.count == 1 })
        camera.setFailure("open", .noSuchDevice)
        camera.setFailure("VIDIOC_DQBUF", .noSuchDevice)
        #expect(player.waitFor { $0.state == .reconnecting })
        #expect(player.stream.status.failure == .notFound)
        #expect(player.stream.status.reason?.contains("plug it in") == true)
        let picture = try #require(held)
        let shown = try #require(player.stream.pool.components(of: picture).first)
        #expect(shown.base.load(as: UInt8.self) == 55)
        camera.setFailure("VIDIOC_DQBUF", nil)
        camera.setFailure("open", nil)
        #expect(player.waits { _ in camera.state.withLock { $0.isStreaming } })
        camera.deliver(56)
        #expect(player.play { $0.samples.count == 2 })
        #expect(player.samples.last?.attachments.contains(.discontinuity) == true)
        #expect(player.waitFor { _ in player.events.count == 3 })
        #expect(player.events.map(\.name) == ["ready", "lost", "ready"])
        player.stream.pool.release(picture)
    }

    /// A call that fails, and how that is told.
    @Test(
        arguments: [
            ("open", Errno.busy, SourceError.Kind.busy, "another program"),
            ("VIDIOC_S_FMT", .busy, .busy, "another program"),
            ("VIDIOC_REQBUFS", .busy, .busy, "another program"),
            ("VIDIOC_STREAMON", .busy, .busy, "another program"),
            ("open", .noSuchFile, .notFound, "no such device"),
            ("open", .permissionDenied, .notPermitted, "group video"),
            ("open", .notPermitted, .notPermitted, "group video"),
            ("open", .noSuchDevice, .notFound, "plug it in"),
            ("open", .tooManyOpenFiles, .resources, "open"),
            ("VIDIOC_REQBUFS", .outOfMemory, .resources, "VIDIOC_REQBUFS"),
            ("VIDIOC_STREAMON", .inputOutput, .connection, "VIDIOC_STREAMON"),
            ("VIDIOC_QBUF", .invalidArgument, .connection, "VIDIOC_QBUF"),
        ] as [(String, Errno, SourceError.Kind, String)]
    )
    func whatFailsIsToldAndTriedAgain(
        call: String,
        errno: Errno,
        kind: SourceError.Kind,
        words: String
    ) throws {
        let camera = try FakeCamera { $0.failures[call] = errno }
        let player = try player(camera)
        #expect(player.waitFor { $0.state == .reconnecting })
        #expect(player.stream.status.failure == kind)
        #expect(player.stream.status.reason?.contains(words) == true)
        camera.setFailure(call, nil)
        #expect(player.waits { _ in camera.state.withLock { $0.isStreaming } })
        camera.deliver()
        #expect(player.play { $0.samples.count == 1 })
        #expect(player.waitFor { $0.state == .playing && $0.reason == nil })
    }

    @Test(arguments: ["VIDIOC_DQBUF", "VIDIOC_QBUF"])
    func aFatalErrorWhileStreamingStartsTheCameraAnew(call: String) throws {
        let camera = try FakeCamera()
        let player = try playing(camera)
        camera.deliver()
        #expect(player.play { $0.samples.count == 1 })
        camera.setFailure(call, .inputOutput)
        #expect(player.waitFor { $0.state == .reconnecting || $0.reconnects > 0 })
        camera.setFailure(call, nil)
        #expect(player.waits { _ in camera.state.withLock { $0.isStreaming } })
        camera.deliver()
        #expect(player.play { $0.samples.count == 2 })
        #expect(camera.state.withLock { $0.opened } >= 2)
    }

    @Test func aDeviceThatIsAlwaysReadyAndEmptyIsGivenUp() throws {
        let camera = try FakeCamera()
        let player = try playing(camera)
        camera.alwaysReady()
        #expect(player.waitFor { $0.failure == .connection })
        #expect(player.stream.status.reason?.contains("no picture") == true)
    }

    /// A number that no buffer has, and that of one that is on the screen.
    @Test(arguments: [0, 8, Int.max])
    func aBufferThatTheDriverWasNotGivenStartsTheCameraAnew(index: Int) throws {
        let camera = try FakeCamera()
        let player = try playing(camera)
        var held: PictureID?
        player.inspect = { [stream = player.stream] sample, _ in
            stream.pool.retain(sample.picture)
            held = sample.picture
        }
        camera.deliver()
        #expect(player.play { $0.samples.count == 1 })
        camera.deliver { $0.index = index }
        #expect(player.waitFor { $0.failure == .connection })
        #expect(player.stream.status.reason?.contains("contradicts itself") == true)
        if let held { player.stream.pool.release(held) }
    }

    @Test func aCameraThatStopsDeliveringIsStartedAgain() throws {
        let camera = try FakeCamera()
        let player = try playing(camera)
        for number in 1...3 {
            camera.deliver()
            #expect(player.play { $0.samples.count == number })
        }
        let start = MonotonicClock.now()
        #expect(player.waits { _ in camera.state.withLock { $0.opened } == 2 })
        let time = MonotonicClock.now() - start
        #expect(time >= .milliseconds(600) && time < .milliseconds(2500), "\(time)")
        #expect(player.stream.status.stalls == 1)
        #expect(player.events.map(\.name) == ["ready", "stalled", "lost"])
    }

    @Test func stoppingDoesNotWaitForAPicture() throws {
        let camera = try FakeCamera()
        let player = try playing(camera)
        #expect(player.stop() < .milliseconds(200))
        #expect(camera.state.withLock { !$0.isStreaming })
    }

    @Test func stoppingDoesNotWaitForTheBackOff() throws {
        let camera = try FakeCamera { $0.failures["open"] = .noSuchFile }
        let player = try player(camera)
        #expect(player.waitFor { $0.reconnects > 1 })
        #expect(player.stop() < .milliseconds(200))
    }

    @Test func aCameraThatNobodyShowsKeepsItsBuffersMoving() throws {
        let camera = try FakeCamera()
        let player = try playing(camera)
        player.stream.setDecoding(.idle)
        // The first picture is kept all the same: it tells the format.
        camera.deliver()
        #expect(player.play { $0.samples.count == 1 })
        for _ in 0..<20 {
            #expect(player.waits { _ in camera.deliver() })
        }
        #expect(player.waits { _ in camera.state.withLock { $0.queued.count } >= 7 })
        #expect(player.ledger.snapshot().received == 1)
        player.stream.setDecoding(.full)
        #expect(player.waits { _ in camera.deliver() })
        #expect(player.play { $0.samples.count == 2 })
        #expect(player.samples.last?.attachments.contains(.discontinuity) == true)
    }

    @Test func aWishIsPassedOnAndItsRefusalTold() throws {
        let camera = try FakeCamera { $0.offer = CameraOffer(lines: ["NV12 64x32@15,30"]) }
        let player = try playing(camera) {
            $0.size = PixelSize(width: 64, height: 32)
            $0.frameRate = Hertz(numerator: 10)
        }
        #expect(camera.state.withLock { $0.mode?.rate?.value } == 15)
        camera.deliver()
        #expect(player.play { $0.samples.count == 1 })
        #expect(player.samples.first?.format.pixelFormat == .nv12)

        let refused = try self.player(camera) { $0.format = .mjpeg }
        #expect(refused.waitFor { $0.failure == .notOffered })
        #expect(refused.stream.status.reason?.contains("but NV12") == true)
    }

    @Test func aDriverThatGivesAnotherSizeThanAskedForIsRefused() throws {
        let camera = try FakeCamera {
            $0.offer = CameraOffer(lines: ["YUYV 16x16-8192x8192/1x1"])
            $0.adjusted = PixelSize(width: 64, height: 32)
        }
        let asked = try player(camera) { $0.size = PixelSize(width: 80, height: 60) }
        #expect(asked.waitFor { $0.failure == .notOffered })
        #expect(asked.stream.status.reason?.contains("80x60, but 64x32") == true)
        // Without a wish whatever it gives is taken.
        let player = try playing(camera)
        camera.deliver()
        #expect(player.play { $0.samples.count == 1 })
        #expect(player.samples.first?.format.size == PixelSize(width: 64, height: 32))
    }

    @Test func motionJPEGIsDecoded() throws {
        let jpeg = try Clips.bytes(
            of: Clips.make("one.jpg", "-f lavfi -i testsrc2=64x32 -frames:v 1 -pix_fmt yuvj422p")
        )
        let camera = try FakeCamera { $0.offer = CameraOffer(lines: ["MJPG 64x32@30"]) }
        let player = try playing(camera)
        camera.deliver(bytes: jpeg)
        camera.deliver(bytes: Array(jpeg.prefix(20)))
        camera.deliver(bytes: [1, 2, 3])
        camera.deliver(bytes: jpeg)
        #expect(player.play { $0.samples.count == 2 })
        let format = try #require(player.samples.first?.format)
        #expect(format.pixelFormat == .i422)
        #expect(format.size == PixelSize(width: 64, height: 32))
        #expect(format.colorimetry.range == .full && format.colorimetry.matrix == .bt601)
        #expect(player.stream.status.codec == "mjpeg")
        #expect(player.ledger.snapshot().dropped[.decodeError] == 2)
        // Decoded at once: the driver has all its buffers back.
        #expect(player.waits { _ in camera.state.withLock { $0.queued.count == 8 } })
    }
}

extension IngestEvent {
    /// The case's name.
    fileprivate var name: String {
        switch self {
        case .ready: "ready"
        case .stalled: "stalled"
        case .resumed: "resumed"
        case .lost: "lost"
        case .ended: "ended"
        case .failed: "failed"
        }
    }
}

extension Player {
    /// Waits for a condition of the camera's.
    fileprivate func waits(_ condition: (Player) -> Bool) -> Bool { play(until: condition) }
}
