public import Media

extension SampleBufferDisplayLayer {
    /// Takes the sample for one scanout out of the queue, if there is another
    /// one than that displayed. It becomes `displayedSample`; the one before it
    /// is not discarded but shown until then, and the caller's to release.
    ///
    /// A failed layer has nothing due. Scanouts ascend; missing some is no error.
    /// `discard` gets each sample that a newer one due took the place of.
    public mutating func dequeue(
        dueAt scanout: MonotonicTime,
        discard: (SampleBuffer, DropReason) -> Void
    ) -> SampleBuffer? {
        guard error == nil else { return nil }
        if pacing == .live { learnArrivals(at: scanout) }
        var isCatchingUp = false
        while let head = queue[0], isDue(head, at: scanout) {
            queue.removeFirst()
            if let next = queue[0], isDue(next, at: scanout) {
                isCatchingUp = isCatchingUp || isTooOld(head, at: scanout)
                if isCatchingUp {
                    discard(head.sample, head.isLate ? .late : .superseded)
                    continue
                }
            }
            advance(past: head, at: scanout)
            if head.sample.attachments.contains(.doNotDisplay) {
                discard(head.sample, .superseded)
                continue
            }
            displayedSample = head.sample
            if pausedAt != nil { pausedAt = scanout }
            return head.sample
        }
        return nil
    }

    /// Whether one more sample could make a difference at the next scanout. What
    /// is queued beyond that only takes memory.
    ///
    /// For a file two suffice: the one due next, and the one after it. Of a file
    /// that is faster than the display several are due at once, and how many live
    /// ones come is not ours to say: of those all that fit are wanted. So they are on a wall
    /// while what came is late, and none once one came that has no time in its turn.
    public var isShortOfMediaData: Bool {
        guard isReadyForMoreMediaData else { return false }
        if let wall {
            if wall.isBeyondTurn { return false }
            if wall.isLate { return true }
        }
        return pacing == .live || queue.count < 2 || file.isFaster(than: refreshInterval)
    }

    /// Whether all that was enqueued has been shown for its time when a scanout begins, or
    /// cannot be shown. Not while it is paused.
    public func isOver(at scanout: MonotonicTime) -> Bool {
        guard error == nil else { return true }
        if let wall, wall.isOver() { return pausedAt == nil }
        guard queue.isEmpty, pausedAt == nil else { return false }
        switch pacing {
        case .file where wall != nil: return false
        case .file: return file.isOver(at: scanout, refreshInterval: refreshInterval)
        case .live: return live.isOver(at: scanout, refreshInterval: refreshInterval)
        }
    }

    /// Whether its turn on a wall is over at the scanout, or at the next one.
    public var isTurnEnding: Bool { wall?.isOver(within: refreshInterval) ?? false }

    /// Whether a wall has the turn begin, or go on, of the picture that is queued first.
    public func hasTurn(at scanout: MonotonicTime) -> Bool {
        guard let head = queue[0], let wall else { return false }
        return !head.isPlaceholder && isDue(head, at: scanout) && !wall.isPast(head.media)
    }

    /// By how much a file's time gave way since the beginning, because pictures came too late.
    public var slipped: Nanoseconds { file.slipped }

    /// Whether a picture of the stream is displayed, and no placeholder.
    public var hasPicture: Bool {
        displayedSample.map { !$0.attachments.contains(.placeholder) } ?? false
    }

    /// How its picture stands on the wall.
    ///
    /// - Parameters:
    ///   - isStill: Whether it has one picture, which is that of the whole turn.
    ///   - isAtEnd: Whether none follows what came.
    /// - Returns: In step where it came within a refresh of its time, and another one follows it.
    public func wallStanding(isStill: Bool, isAtEnd: Bool) -> WallStanding {
        guard let wall, hasPicture else { return .awaited }
        if isStill { return wall.isInTurn ? .inStep : .awaited }
        guard let error = wall.error else { return .awaited }
        guard error.magnitude <= refreshInterval else { return .off }
        let isFollowed = !queue.isEmpty || (isAtEnd ? wall.isInTurn : !wall.isOverdue)
        return isFollowed ? .inStep : .overdue
    }

    private func isDue(_ entry: QueuedSample, at scanout: MonotonicTime) -> Bool {
        dueTime(of: entry).map { $0 <= scanout } ?? false
    }

    private func dueTime(of entry: QueuedSample) -> MonotonicTime? {
        // A scanout asked for may lie a little before the wake-up.
        let atOnce = entry.enqueued - refreshInterval
        if entry.isImmediate { return atOnce }
        if isHolding { return nil }
        if let controlTimebase, !entry.isPlaceholder {
            return controlTimebase.time(of: entry.sample.pts).map { $0 - refreshInterval / 2 }
        }
        if entry.isPlaceholder { return atOnce }
        if let wall {
            return wall.earliestScanout(
                for: entry.media,
                lasting: entry.sample.duration,
                refreshInterval: refreshInterval
            )
        }
        switch pacing {
        case .file:
            return file.earliestScanout(for: entry.media, refreshInterval: refreshInterval)
                ?? atOnce
        case .live:
            return live.presentationTime(of: entry.media)
        }
    }

    /// Whether it is paused, with a picture of the stream to hold.
    public var isHolding: Bool {
        guard pausedAt != nil, let displayedSample else { return false }
        return !displayedSample.attachments.contains(.placeholder)
    }

    /// Whether a due sample gives way to one that is due as well.
    private func isTooOld(_ entry: QueuedSample, at scanout: MonotonicTime) -> Bool {
        if entry.isImmediate { return false }
        if entry.isPlaceholder || controlTimebase != nil || wall != nil { return true }
        switch pacing {
        case .file:
            return file.isFaster(than: refreshInterval)
        case .live:
            // Two may be due at once because their distance varies. The first
            // is shown in its turn unless an earlier scanout was meant for it.
            let lateness = scanout - live.presentationTime(of: entry.media)
            return lateness > refreshInterval || live.isFaster(than: refreshInterval)
        }
    }

    private mutating func advance(past entry: QueuedSample, at scanout: MonotonicTime) {
        guard !entry.isPlaceholder, !entry.isImmediate || pacing == .file else { return }
        if wall != nil {
            wall?.presented(entry.media)
            return
        }
        switch pacing {
        case .file:
            file.presented(entry.media, at: scanout, refreshInterval: refreshInterval)
        case .live:
            live.presented(entry.media, at: scanout, refreshInterval: refreshInterval)
        }
    }

    private mutating func learnArrivals(at scanout: MonotonicTime) {
        for position in 0..<queue.count {
            guard let entry = queue[position], !entry.wasConsidered else { continue }
            queue.markConsidered(position)
            guard !entry.isPlaceholder, !entry.isImmediate else { continue }
            // One that lay about because nobody asked tells nothing about jitter.
            let waited = entry.enqueued - entry.sample.decoded
            guard waited <= refreshInterval * 3 / 2 else { continue }
            live.considered(entry, at: scanout, refreshInterval: refreshInterval)
        }
    }
}
