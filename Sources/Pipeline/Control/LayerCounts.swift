internal import Media
internal import Presentation

/// How often the views' layers were made anew, and went on with pictures of another size.
struct LayerCounts {
    private var rebuilds: [ViewName: [LayerError: Int]] = [:]
    private var resizes: [ViewName: Int] = [:]

    mutating func countRebuild(in view: ViewName, because cause: LayerError) {
        rebuilds[view, default: [:]][cause, default: 0] += 1
    }

    mutating func countResize(in view: ViewName) { resizes[view, default: 0] += 1 }

    /// By every cause there is.
    func rebuilds(in view: ViewName) -> [LayerError: Int] {
        Dictionary(uniqueKeysWithValues: LayerError.allCases.map { ($0, rebuilds[view]?[$0] ?? 0) })
    }

    func resizes(in view: ViewName) -> Int { resizes[view] ?? 0 }
}
