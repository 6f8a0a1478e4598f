internal import ControlAPI

/// Which overlays there are, and what is wrong with those that are not seen, or not whole.
///
/// Bound: `OverlayReport.limit`.
struct OverlayDefinitions {
    private struct Definition {
        var fields: FieldValues<OverlayFields>
        var overlay: Overlay
        /// Which definition it is: the same may be set again, when its file is another one.
        let number: Int
        var flaw: OverlayFlaw?
        /// Whether it was drawn, or found that it cannot be.
        var isLookedAt = false
        /// Whether people were told what is wrong: that comes and goes with view and window.
        var isToldOf = false
    }

    /// One as it is to be drawn at a look.
    struct Drawable {
        let id: String
        let overlay: Overlay
        fileprivate let number: Int
    }

    private var definitions: [String: Definition] = [:]
    /// Those of the configuration for which there was no place.
    private var refused: [String: FieldValues<OverlayFields>] = [:]
    private var lastNumber = 0

    var isEmpty: Bool { definitions.isEmpty }

    /// Ordered by their IDs.
    var reports: [OverlayReport] {
        sorted.map { id, one in
            OverlayReport(id: id, fields: one.fields, reason: one.flaw.map { "\($0)" })
        }
    }

    /// In the order in which they lie, the undermost first.
    var all: [Drawable] {
        sorted.map { Drawable(id: $0, overlay: $1.overlay, number: $1.number) }
    }

    private var sorted: [(key: String, value: Definition)] {
        definitions.sorted { $0.key < $1.key }
    }

    /// Sets one, or puts another one in its place.
    ///
    /// - Returns: Whether it is new; nil where there are as many as there may be.
    mutating func set(_ id: String, _ fields: FieldValues<OverlayFields>) -> Bool? {
        guard let overlay = Overlay(fields) else { return nil }
        let isNew = definitions[id] == nil
        guard !isNew || definitions.count < OverlayReport.limit else { return nil }
        lastNumber += 1
        refused[id] = nil
        definitions[id] = Definition(fields: fields, overlay: overlay, number: lastNumber)
        return isNew
    }

    /// - Returns: Whether it was there.
    mutating func remove(_ id: String) -> Bool { definitions.removeValue(forKey: id) != nil }

    /// Does what a configuration changes. What clients have changed or removed since stays so, and
    /// what found no place before gets one where there is one now.
    ///
    /// - Returns: Those for which there is no place.
    mutating func change(by changes: OverlayChanges) -> Set<String> {
        for id in changes.removed { (definitions[id], refused[id]) = (nil, nil) }
        let wanted = refused.merging(changes.defined) { $1 }
        refused = [:]
        for (id, fields) in wanted.sorted(by: { $0.key < $1.key })
        where Overlay(fields) != nil && set(id, fields) == nil {
            refused[id] = fields
        }
        return Set(refused.keys)
    }

    /// What would undo changes that are not made yet: what there is of each, whoever set it.
    func reversal(of changes: OverlayChanges) -> OverlayChanges {
        var reversal = OverlayChanges()
        for id in changes.ids {
            // One that waits for a place waits for it again.
            if let fields = definitions[id]?.fields ?? refused[id] {
                reversal.defined[id] = fields
            } else {
                reversal.removed.insert(id)
            }
        }
        return reversal
    }

    /// Whether nothing is known yet of how it is seen.
    func isToBeLookedAt(_ id: String) -> Bool { definitions[id]?.isLookedAt == false }

    /// They were to be drawn, but without a display nothing is known of them.
    mutating func wereLookedAt(_ drawables: [Drawable]) {
        for one in drawables {
            change(one) { $0.isLookedAt = true }
        }
    }

    /// They were drawn.
    ///
    /// - Parameters:
    ///   - flaws: What is wrong with some, by their IDs.
    ///   - drawables: All of them.
    /// - Returns: Those with which something is wrong that nobody was told of.
    mutating func note(
        _ flaws: [String: OverlayFlaw],
        of drawables: [Drawable]
    ) -> [(id: String, flaw: OverlayFlaw)] {
        var news: [(id: String, flaw: OverlayFlaw)] = []
        for one in drawables {
            change(one) { definition in
                definition.isLookedAt = true
                definition.flaw = flaws[one.id]
                guard let flaw = definition.flaw, !flaw.isPassing, !definition.isToldOf else {
                    return
                }
                definition.isToldOf = true
                news.append((one.id, flaw))
            }
        }
        return news
    }

    /// Not one that was set meanwhile: that is for the next look.
    private mutating func change(_ one: Drawable, _ change: (inout Definition) -> Void) {
        guard var definition = definitions[one.id], definition.number == one.number else { return }
        change(&definition)
        definitions[one.id] = definition
    }
}
