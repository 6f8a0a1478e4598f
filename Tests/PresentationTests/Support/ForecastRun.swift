import Media
import Presentation

/// Plays packets through a forecast, a decoder that puts them into order, and the
/// limiter that decides.
struct ForecastRun {
    /// The places of what the limiter admitted.
    private(set) var admitted: [Int] = []
    /// The places of all pictures, in the order in which the limiter saw them.
    private(set) var places: [Int] = []
    private(set) var leftOutCount = 0
    /// Behind how many packets each picture came out, by its place.
    private(set) var deliveries: [Int: Int] = [:]

    private var forecast: RateForecast
    private var limiter: RateLimiter
    private let limiterStart: Int
    private var isEverythingDecoded: Bool
    /// What the decoder holds back, in the order of presentation.
    private var held: [CodedPicture] = []
    private var leftOut: [MediaTime: Int] = [:]
    private let heldCount: Int

    /// - Parameters:
    ///   - packets: In decoding order.
    ///   - isLive: Whether nothing is read ahead, and no picture kept waiting.
    ///   - maximumRate: The limiter's.
    ///   - limiterStart: The first picture that the limiter sees, by number.
    ///   - leavesOut: False decodes everything.
    init(
        _ packets: [CodedPicture],
        isLive: Bool,
        maximumRate: Hertz? = .thirty,
        limiterStart: Int = 0,
        leavesOut: Bool = true
    ) {
        forecast = RateForecast(maximumRate: maximumRate, sharesArrivals: isLive)
        limiter = RateLimiter(maximumRate: maximumRate)
        self.limiterStart = limiterStart
        isEverythingDecoded = !leavesOut
        heldCount = Self.reordering(packets)
        var readCount = 0
        for (index, packet) in packets.enumerated() {
            while readCount <= index { read(packets[readCount], &readCount) }
            if leaves(packet, isLive: isLive, packets, &readCount) { continue }
            held.append(packet)
            held.sort { $0.place < $1.place }
            if held.count > heldCount { deliver(held.removeFirst(), after: index) }
        }
        while !held.isEmpty { deliver(held.removeFirst(), after: packets.count) }
        while let picture = forecast.nextLeftOut() { publish(picture) }
    }

    /// What the limiter alone admits of the same pictures, all decoded.
    static func admittedWithout(_ packets: [CodedPicture]) -> [Int] {
        ForecastRun(packets, isLive: false, leavesOut: false).admitted
    }

    /// How many pictures the decoder holds back: the most that are decoded before
    /// another and shown after it.
    private static func reordering(_ packets: [CodedPicture]) -> Int {
        packets.indices.map { index in
            packets[max(0, index - 16)..<index].count { $0.place > packets[index].place }
        }.max() ?? 0
    }

    private mutating func read(_ packet: CodedPicture, _ count: inout Int) {
        forecast.read(pts: packet.pts, dts: packet.dts, duration: .zero)
        count += 1
    }

    private mutating func leaves(
        _ packet: CodedPicture,
        isLive: Bool,
        _ packets: [CodedPicture],
        _ readCount: inout Int
    ) -> Bool {
        guard !isEverythingDecoded, !packet.isReferred, let pts = packet.pts else { return false }
        let first = readCount
        while true {
            switch forecast.answer(for: pts, atOnce: isLive) {
            case .decode: return false
            case .leaveOut:
                forecast.leaveOut(pts)
                leftOut[pts] = packet.place
                return true
            case .needsPacket:
                guard !isLive, readCount < packets.count, readCount < first + 3 else {
                    return false
                }
                read(packets[readCount], &readCount)
            }
        }
    }

    private mutating func deliver(_ picture: CodedPicture, after index: Int) {
        while let picture = forecast.nextLeftOut(before: picture.pts) { publish(picture) }
        deliveries[picture.place] = index
        publish(picture.pts ?? .zero, picture.place, [])
    }

    private mutating func publish(_ picture: RateForecast.LeftOut) {
        leftOutCount += 1
        publish(picture.pts, leftOut[picture.pts] ?? -1, .undecoded)
    }

    private mutating func publish(
        _ pts: MediaTime,
        _ place: Int,
        _ attachments: SampleBuffer.Attachments
    ) {
        let sample = SampleBuffer(
            picture: PictureID(rawValue: 0),
            format: FormatDescription(pixelFormat: .i420, size: PixelSize(width: 64, height: 48)),
            number: UInt64(places.count),
            pts: pts,
            attachments: attachments,
            decoded: MonotonicTime(nanoseconds: pts.nanoseconds)
        )
        places.append(place)
        forecast.publish(sample)
        if places.count > limiterStart, limiter.admits(sample) { admitted.append(place) }
    }
}
