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

    /// What clients have done since these changes were made.
    ///
    /// - Parameter present: What would bring back what there is under their names now.
    /// - Returns: The names under which clients have set something.
    func overtaken(by present: Self) -> Set<String> {
        Set(present.defined.filter { defined[$0.key] != $0.value }.keys)
    }

    /// Without what they say of some names.
    func subtracting(_ ids: Set<String>) -> Self {
        var rest = self
        rest.defined = defined.filter { !ids.contains($0.key) }
        rest.removed.subtract(ids)
        return rest
    }
}

/// What became of changes of overlays.
struct OverlayOutcome: Hashable, Sendable {
    /// What undoes what was done.
    let reversal: OverlayChanges
    /// The names that were left as clients have set them.
    let overtaken: Set<String>
}
