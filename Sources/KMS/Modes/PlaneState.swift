/// What is known of one plane.
struct PlaneState: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case primary
        case overlay
        case cursor
    }

    /// The plane's place in the stack, higher above lower.
    enum Depth: Hashable, Sendable {
        /// The driver does not say: overlays are above the primary plane.
        case unknown
        case fixed(UInt64)
        case adjustable(ClosedRange<UInt64>)
    }

    var id: ObjectID<Plane>
    var kind: Kind
    /// Bit `n` stands for the device's CRTC number `n`.
    var possibleCRTCs: UInt32
    /// What shows it now, no matter who set that up.
    var currentCRTC: ObjectID<CRTC>?
    /// Four-character codes.
    var formats: [UInt32]
    var depth: Depth
}

/// Which depths two planes get, so that one is above the other.
struct PlaneStacking: Hashable, Sendable {
    /// Nil: left as it is.
    let lower: UInt64?
    let upper: UInt64?

    /// Returns nil when `upper` can only be below `lower`, or on a level with it.
    init?(lower: PlaneState.Depth, upper: PlaneState.Depth) {
        switch (lower, upper) {
        case (.unknown, _), (_, .unknown):
            self.lower = nil
            self.upper = nil
        case (.fixed(let below), .fixed(let above)):
            guard above > below else { return nil }
            self.lower = nil
            self.upper = nil
        case (.fixed(let below), .adjustable(let range)):
            guard range.upperBound > below else { return nil }
            self.lower = nil
            self.upper = max(range.lowerBound, below + 1)
        case (.adjustable(let range), .fixed(let above)):
            guard range.lowerBound < above else { return nil }
            self.lower = range.lowerBound
            self.upper = nil
        case (.adjustable(let below), .adjustable(let range)):
            guard range.upperBound > below.lowerBound else { return nil }
            self.lower = below.lowerBound
            self.upper = max(range.lowerBound, below.lowerBound + 1)
        }
    }
}
