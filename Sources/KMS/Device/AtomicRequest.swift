internal import CDRM
internal import Platform

/// Property changes that take effect together, at one vertical blank.
///
/// The first property that cannot be set makes `commit` fail, so a caller sets
/// all of them and checks once. All memory is reserved at `init`, and used again
/// after each `removeAll`: a commit allocates nothing.
///
/// Thread: bound to the presentation thread.
struct AtomicRequest: ~Copyable {
    /// How many properties one request holds: a mode set with two planes takes
    /// 40, the planes of someone else that it switches off two each.
    static let capacity = 256

    private let objects: UnsafeMutablePointer<UInt32>
    /// How many properties of each object follow one another.
    private let counts: UnsafeMutablePointer<UInt32>
    private let properties: UnsafeMutablePointer<UInt32>
    private let values: UnsafeMutablePointer<UInt64>
    private var objectCount = 0
    private var propertyCount = 0
    /// Of the first property that could not be set.
    private(set) var failure: Errno?

    init() {
        objects = .allocate(capacity: Self.capacity)
        counts = .allocate(capacity: Self.capacity)
        properties = .allocate(capacity: Self.capacity)
        values = .allocate(capacity: Self.capacity)
    }

    deinit {
        objects.deallocate()
        counts.deallocate()
        properties.deallocate()
        values.deallocate()
    }

    /// Makes room for the next request.
    mutating func removeAll() {
        objectCount = 0
        propertyCount = 0
        failure = nil
    }

    var isEmpty: Bool { propertyCount == 0 }

    /// Sets a property. Nil, for one that the driver has not, fails the request.
    mutating func set<Object>(
        _ property: PropertyID<Object>?,
        of object: ObjectID<Object>,
        to value: UInt64
    ) {
        guard let property else { return fail(.invalidArgument) }
        guard propertyCount < Self.capacity else { return fail(.noSpace) }
        if objectCount == 0 || objects[objectCount - 1] != object.rawValue {
            objects[objectCount] = object.rawValue
            counts[objectCount] = 0
            objectCount += 1
        }
        counts[objectCount - 1] += 1
        properties[propertyCount] = property.rawValue
        values[propertyCount] = value
        propertyCount += 1
    }

    private mutating func fail(_ errno: Errno) {
        failure = failure ?? errno
    }

    /// How a request is submitted.
    enum Submission {
        /// At the next vertical blank, with a flip event; returns at once.
        case flip
        /// With a mode, now; returns when it is done.
        case modeSet
        /// Changes nothing: asks whether the driver would. With or without a mode.
        case test(allowsModeSet: Bool)

        fileprivate var flags: Int32 {
            switch self {
            case .flip: DRM_MODE_ATOMIC_NONBLOCK | DRM_MODE_PAGE_FLIP_EVENT
            case .modeSet: DRM_MODE_ATOMIC_ALLOW_MODESET
            case .test(true): DRM_MODE_ATOMIC_TEST_ONLY | DRM_MODE_ATOMIC_ALLOW_MODESET
            case .test(false): DRM_MODE_ATOMIC_TEST_ONLY
            }
        }
    }

    /// Submits the request. The corresponding ioctl is `DRM_IOCTL_MODE_ATOMIC`.
    ///
    /// - Throws: What the kernel says; `EINVAL` for a property that the driver has not.
    borrowing func commit(
        to card: Card,
        as submission: Submission
    ) throws(SystemCallError) {
        if let failure {
            throw SystemCallError(call: "DRM_IOCTL_MODE_ATOMIC", errno: failure)
        }
        var request = drm_mode_atomic()
        request.flags = UInt32(submission.flags)
        request.count_objs = UInt32(objectCount)
        request.objs_ptr = UInt64(UInt(bitPattern: objects))
        request.count_props_ptr = UInt64(UInt(bitPattern: counts))
        request.props_ptr = UInt64(UInt(bitPattern: properties))
        request.prop_values_ptr = UInt64(UInt(bitPattern: values))
        try card.submit(&request)
    }
}
