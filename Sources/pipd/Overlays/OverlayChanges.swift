internal import ControlAPI

/// What a configuration changes of overlays, by their IDs.
struct OverlayChanges: Hashable, Sendable {
    var defined: [String: FieldValues<OverlayFields>] = [:]
    var removed: Set<String> = []

    var ids: Set<String> { removed.union(defined.keys) }

    init() {}

    /// - Parameters:
    ///   - old: What was said before.
    ///   - new: What is said now.
    init(
        from old: [String: FieldValues<OverlayFields>],
        to new: [String: FieldValues<OverlayFields>]
    ) {
        defined = new.filter { old[$0.key] != $0.value }
        removed = Set(old.keys).subtracting(new.keys)
    }
}
