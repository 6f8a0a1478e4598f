internal import Media

/// What is published when, while there is a connection.
///
///     connected, or a birth of Home Assistant 0–5 s ago ─► discovery ─► availability ─►
///     state ─► image
///
/// Then a state when something has changed, a second after the one before at the earliest, and
/// every minute; and an image as often as it is wanted. Each is made anew; until it is there,
/// nothing else is begun.
struct PublicationPlan {
    /// What is said to who may not have heard it, in this order.
    enum Step: Hashable, CaseIterable {
        /// What Home Assistant is told of the device.
        case discovery
        /// That this pipd is there.
        case availability
        case state
        /// A picture of the view.
        case image
    }

    static let leastInterval = Nanoseconds.milliseconds(1000)
    /// After which a picture that could not be had is tried again.
    static let imageRetryInterval = Nanoseconds.milliseconds(5000)
    static let longestInterval = Nanoseconds.milliseconds(60_000)
    /// How long screens may take to answer a birth, so that they do not all at once.
    static let longestGreetingDelay = Nanoseconds.milliseconds(5000)

    private let images: MQTTSettings.Images
    private let hasDiscovery: Bool
    /// What is left of saying everything.
    private var greeting: ArraySlice<Step> = []
    private var greetingTime = MonotonicTime(nanoseconds: 0)
    private var isChanged = false
    /// When a state was begun last, and when the last one that was told; nil before the first.
    private var lookTime: MonotonicTime?
    private var toldTime: MonotonicTime?
    private var imageTime: MonotonicTime?
    private var imageRetryTime: MonotonicTime?
    private var isBusy = false
    /// Whether the step that was begun last is to be published even if it says nothing new.
    private(set) var isForced = false

    /// - Parameters:
    ///   - images: How often pictures are wanted.
    ///   - hasDiscovery: Whether Home Assistant is told of the device.
    init(images: MQTTSettings.Images = .onDemand, hasDiscovery: Bool = true) {
        self.images = images
        self.hasDiscovery = hasDiscovery
    }

    /// Everything is to be said, at once.
    mutating func connected(at now: MonotonicTime) {
        self = Self(images: images, hasDiscovery: hasDiscovery)
        greet(at: now)
    }

    /// Home Assistant has started: everything is to be said again.
    ///
    /// - Parameters:
    ///   - now: When it said so.
    ///   - random: A number from 0 up to 1 that the caller draws.
    mutating func homeAssistantStarted(at now: MonotonicTime, random: Double) {
        guard greeting.isEmpty else { return }
        greet(at: now + .seconds(Self.longestGreetingDelay.seconds * min(max(random, 0), 1)))
    }

    private mutating func greet(at time: MonotonicTime) {
        greeting =
            Step.allCases.filter { step in
                switch step {
                case .discovery: hasDiscovery
                case .image: images != .never
                case .availability, .state: true
                }
            }[...]
        greetingTime = time
    }

    /// Something happened that may show in the state.
    mutating func changed() { isChanged = true }

    /// What is to be made and published now; `finished` follows.
    mutating func begin(at now: MonotonicTime) -> Step? {
        guard !isBusy, let time = deadline, time <= now else { return nil }
        isBusy = true
        if !greeting.isEmpty, greetingTime <= now {
            let step = greeting.removeFirst()
            begin(step, at: now)
            isForced = true
            return step
        }
        if let time = imageDeadline, time <= now {
            begin(.image, at: now)
            return .image
        }
        isForced = toldTime.map { now - $0 >= Self.longestInterval } ?? true
        begin(.state, at: now)
        return .state
    }

    private mutating func begin(_ step: Step, at now: MonotonicTime) {
        switch step {
        case .discovery, .availability: break
        case .state: (isChanged, lookTime) = (false, now)
        case .image: (imageTime, imageRetryTime) = (now, nil)
        }
    }

    private var imageDeadline: MonotonicTime? {
        guard case .every(let interval) = images, let imageTime else { return imageRetryTime }
        return min(imageRetryTime ?? imageTime + interval, imageTime + interval)
    }

    /// There was no picture: of a screen that has just started, or shows none.
    mutating func missedImage(at now: MonotonicTime) {
        imageRetryTime = now + Self.imageRetryInterval
    }

    /// There was no state to be had: what has changed is still to be told.
    mutating func missedState() { isChanged = true }

    /// The state that was begun is told, as it says something new or is to be told in any case.
    mutating func told() { toldTime = lookTime }

    /// What was begun is published, or is not to be.
    mutating func finished() { isBusy = false }

    /// When there is something to begin; nil while something is being made, or nobody is there.
    var deadline: MonotonicTime? {
        guard !isBusy else { return nil }
        let greeting = greeting.isEmpty ? nil : greetingTime
        return [greeting, stateDeadline, imageDeadline].compactMap { $0 }.min()
    }

    private var stateDeadline: MonotonicTime? {
        guard let lookTime else { return nil }
        let next = lookTime + Self.leastInterval
        // One that could not be had is tried again.
        guard !isChanged, let toldTime else { return next }
        return max(next, toldTime + Self.longestInterval)
    }
}
