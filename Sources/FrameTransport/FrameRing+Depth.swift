extension FrameRing.Producer {
    /// Whether fewer than `depth` pictures wait, so that a push makes them `depth` at
    /// most. A depth beyond the ring's capacity is taken for that.
    public mutating func hasRoom(within depth: Int) -> Bool {
        let depth = min(depth, mask + 1)
        if head &- cachedTail < depth { return true }
        _ = refreshedTailLeavesRoom()
        return head &- cachedTail < depth
    }
}
