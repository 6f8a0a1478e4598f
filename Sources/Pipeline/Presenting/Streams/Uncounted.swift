/// A reference that is followed without counting, for the frame path: there,
/// retaining and releasing what lives anyway would be most of the work.
///
/// Whoever makes one owns the object for longer than it is used.
struct Uncounted<Object: AnyObject> {
    private let reference: Unmanaged<Object>

    init(_ object: Object) {
        reference = .passUnretained(object)
    }

    /// Calls `body` with the object, which is not to be kept.
    @inline(__always)
    func callAsFunction<Result>(_ body: (Object) -> Result) -> Result {
        reference._withUnsafeGuaranteedRef(body)
    }
}
