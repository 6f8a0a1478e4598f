import Glibc
import Media
import Platform
import Testing

@testable import KMS

@Suite struct CommitFailureTests {
    @Test(
        arguments: [
            (EACCES, .masterLost), (EPERM, .masterLost),
            (ENODEV, .deviceGone), (ENXIO, .deviceGone),
            (EBUSY, .busy),
            (EINVAL, .refused), (ERANGE, .refused), (ENOSPC, .refused), (ENOMEM, .refused),
            (EOPNOTSUPP, .refused), (ENOENT, .refused),
        ] as [(CInt, CommitFailure)]
    )
    func tellsWhatAnErrorMeans(errno: CInt, expected: CommitFailure) {
        #expect(CommitFailure(Errno(rawValue: errno)) == expected)
    }
}

@Suite struct DRMCallTests {
    /// What a call returns and leaves in `errno`, and the error that is thrown.
    @Test(
        arguments: [
            (0, 0, nil),
            (7, 0, nil),
            (-EINVAL, 0, EINVAL),  // libdrm's own
            (-EACCES, EACCES, EACCES),  // an ioctl's, returned
            (-1, EBUSY, EBUSY),  // an ioctl's, left in errno
            (-1, EPERM, EPERM),  // both at once
        ] as [(CInt, CInt, CInt?)]
    )
    func knowsBothConventions(result: CInt, left: CInt, expected: CInt?) {
        do {
            let returned = try drmCall("test") {
                errno = left
                return result
            }
            #expect(expected == nil)
            #expect(returned == result)
        } catch {
            #expect(error.errno.rawValue == expected)
        }
    }
}

@Suite struct WaitingTests {
    @Test(arguments: [(60, 500), (25, 500), (20, 500), (10, 1000), (1, 10_000)])
    func aFlipIsOverdueAfterTenIntervalsButNotBeforeHalfASecond(rate: Int32, expected: Int64) throws
    {
        let rate = try #require(Hertz(numerator: rate))
        #expect(FlipTimeout.length(refreshInterval: rate.interval) == .milliseconds(expected))
    }

    /// How many flips were lost in a row, and the wait after the last of them.
    @Test(
        arguments: [
            (1, 0), (2, 1000), (3, 2000), (4, 4000), (5, 8000), (6, 16_000), (7, 30_000),
            (100, 30_000),
        ] as [(Int, Int64)]
    )
    func flipsThatGoOnBeingLostAreWaitedForLonger(count: Int, expected: Int64) {
        var backoff = FlipBackoff()
        for _ in 1..<count { _ = backoff.flipLost() }
        #expect(backoff.flipLost() == .milliseconds(expected))
        backoff.flipped()
        #expect(backoff.flipLost() == .zero)
    }
}

@Suite struct HotplugNewsTests {
    private static let seven: HotplugNews = .connectors([ObjectID(7)])

    @Test(
        arguments: [
            ("change@/devices/drm/card0\0SUBSYSTEM=drm\0HOTPLUG=1\0", .anything),
            ("change@/x\0SUBSYSTEM=drm\0HOTPLUG=1\0CONNECTOR=7\0", seven),
            ("change@/x\0CONNECTOR=7\0PROPERTY=4\0SUBSYSTEM=drm\0", seven),
            ("change@/x\0SUBSYSTEM=drm\0CONNECTOR=\0", .anything),
            ("change@/x\0SUBSYSTEM=drm\0CONNECTOR=4294967296\0", .anything),
            ("change@/x\0SUBSYSTEM=usb\0CONNECTOR=7\0", .nothing),
            ("add@/x\0SUBSYSTEM=drm", .anything),  // cut off
            ("SUBSYSTEM=drm\0", .anything),
            ("add@/x\0SUBSYSTEM=drm_dp_aux_dev\0", .nothing),
            ("add@/x\0SUBSYSTEM=dr\0m\0", .nothing),
            ("add@/SUBSYSTEM=drm/x\0SUBSYSTEM=usb\0", .nothing),
            ("add@/x\0XSUBSYSTEM=drm\0", .nothing),
            ("", .nothing),
            ("\0\0\0", .nothing),
        ] as [(String, HotplugNews)]
    )
    func onlyMessagesOfDisplaysMatter(message: String, expected: HotplugNews) {
        #expect(HotplugNews(Array(message.utf8)) == expected)
    }

    @Test(
        arguments: [
            (.nothing, .nothing, .nothing),
            (.nothing, seven, seven),
            (seven, .connectors([ObjectID(8)]), .connectors([ObjectID(7), ObjectID(8)])),
            (seven, .anything, .anything),
            (.anything, .nothing, .anything),
        ] as [(HotplugNews, HotplugNews, HotplugNews)]
    )
    func severalMessagesAddUp(one: HotplugNews, other: HotplugNews, expected: HotplugNews) {
        #expect(one.joined(with: other) == expected)
        #expect(other.joined(with: one) == expected)
    }

    @Test(
        arguments: [
            (seven, 7, true), (seven, 8, false), (.anything, 7, true), (.nothing, 7, false),
        ] as [(HotplugNews, UInt32, Bool)]
    )
    func othersConnectorsDoNotConcernOne(news: HotplugNews, id: UInt32, expected: Bool) {
        #expect(news.mayConcern(ObjectID(id)) == expected)
    }
}

@Suite struct DeviceTests {
    /// What is no display device is none, whatever else it is.
    @Test(arguments: ["/dev/null", "/nowhere/card0", "/proc/self/stat"])
    func otherFilesAreNoDevices(path: String) {
        #expect(throws: KMSError.noDevice) { _ = try Card.open(path) }
    }

    @Test(
        arguments: [
            (.noDevice, "/dev/dri"),
            (.permissionDenied(path: "/dev/dri/card0"), "group video"),
            (.noSuchConnector(name: "DP-9", accepted: ["DP-1", "VGA-1"]), "DP-1, VGA-1"),
            (.notAtomic(path: "/dev/dri/card0", driver: "old"), "atomic"),
            (.commitRefused(path: "/dev/dri/card0", errno: .invalidArgument), "Invalid argument"),
        ] as [(KMSError, String)]
    )
    func messagesSayWhatWouldWork(error: KMSError, part: String) {
        #expect(error.description.contains(part))
    }
}

@Suite struct AtomicRequestTests {
    private static let plane = ObjectID<Plane>(31)

    /// `#expect` cannot look into noncopyable values.
    private static func failure(of request: borrowing AtomicRequest) -> Platform.Errno? {
        request.failure
    }

    @Test func theFirstFailureStays() {
        var request = AtomicRequest()
        request.set(PropertyID(1), of: Self.plane, to: 7)
        #expect(Self.failure(of: request) == nil)
        request.set(nil, of: Self.plane, to: 7)
        #expect(Self.failure(of: request) == .invalidArgument)
        request.set(PropertyID(1), of: Self.plane, to: 7)
        #expect(Self.failure(of: request) == .invalidArgument)
        request.removeAll()
        #expect(Self.failure(of: request) == nil)
    }

    @Test func aFullRequestFailsRatherThanGrows() {
        var request = AtomicRequest()
        for number in 0..<UInt32(AtomicRequest.capacity) {
            request.set(PropertyID(1), of: ObjectID<Plane>(number), to: 0)
        }
        #expect(Self.failure(of: request) == nil)
        request.set(PropertyID(1), of: Self.plane, to: 0)
        #expect(Self.failure(of: request) == .noSpace)
    }
}
