/// Gives each item of a feed a place among the others: a number that grows along the feed.
///
/// Items that stay in order keep their places, whatever comes or goes around them: their rows are
/// not written again, and whoever reads the feed page by page, from a place on, meets none of them
/// twice and misses none. So places lie far apart, and what is new takes some between.
enum ItemOrder {
    /// Between two places at first. At the front of a feed there is room for 2^29 items, and
    /// between two for at least 32 that come one by one to the worst place.
    static let gap: Int64 = 1 << 32
    private static let bound: Int64 = 1 << 61

    /// - Parameter old: The places that the items had, in the feed's new order; nil for new ones.
    /// - Returns: Their places now, each above the one before. Where there is no room between
    ///   two, all of them are new.
    static func places(after old: [Int64?]) -> [Int64] {
        let kept = longestRise(in: old)
        var places: [Int64] = []
        places.reserveCapacity(old.count)
        var waiting = 0
        for index in old.indices {
            guard kept.contains(index), let place = old[index] else {
                waiting += 1
                continue
            }
            guard let run = run(of: waiting, from: places.last, to: place) else {
                return fresh(old.count)
            }
            places += run
            places.append(place)
            waiting = 0
        }
        guard let run = run(of: waiting, from: places.last, to: nil) else {
            return fresh(old.count)
        }
        return places + run
    }

    private static func fresh(_ count: Int) -> [Int64] {
        (0..<Int64(count)).map { $0 * gap }
    }

    /// `count` places between two; nil where there is no room.
    private static func run(of count: Int, from low: Int64?, to high: Int64?) -> [Int64]? {
        let count = Int64(count)
        switch (low, high) {
        case (nil, nil): return fresh(Int(count))
        case (nil, let high?):
            guard high >= -bound + count * gap else { return nil }
            return (0..<count).map { high - (count - $0) * gap }
        case (let low?, nil):
            guard low <= bound - count * gap else { return nil }
            return (0..<count).map { low + ($0 + 1) * gap }
        case (let low?, let high?):
            // Both lie within the bound, so that this is in range.
            let step = (high - low) / (count + 1)
            guard step > 0 else { return nil }
            return (0..<count).map { low + ($0 + 1) * step }
        }
    }

    /// The indices of a longest part, not necessarily in one piece, of which each place is above
    /// the one before.
    private static func longestRise(in places: [Int64?]) -> Set<Int> {
        // `ends[n]` is the index at which a part of `n + 1` ends lowest.
        var ends: [Int] = []
        var previous = [Int?](repeating: nil, count: places.count)
        func place(_ index: Int) -> Int64 { places[index] ?? .max }
        for (index, candidate) in places.enumerated() {
            guard let candidate, candidate >= -bound, candidate <= bound else { continue }
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if place(ends[middle]) < candidate { low = middle + 1 } else { high = middle }
            }
            previous[index] = low > 0 ? ends[low - 1] : nil
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var kept: Set<Int> = []
        var index = ends.last
        while let known = index {
            kept.insert(known)
            index = previous[known]
        }
        return kept
    }
}
