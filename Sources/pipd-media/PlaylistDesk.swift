internal import Media
internal import MediaLink
internal import MediaStore

/// Answers what is asked of what outlives a start of playlists.
///
/// Thread: bound to the main thread.
struct PlaylistDesk {
    let store: MediaStore

    /// Does what is asked at a time, in microseconds since 1970-01-01 00:00 UTC.
    func answer(_ request: PlaylistRequest, at now: Int64) throws(StoreError) -> MediaAnswer {
        switch request {
        case .memory(let name):
            guard let id = PlaylistID(name) else { return .refused(.isNoID(name)) }
            return .memory(try store.positions.find(id).map(PlaylistMemory.init))
        case .remember(let memory):
            guard let position = PlaylistPosition(memory, at: now) else {
                return .refused(.isNoID(memory.playlist))
            }
            try store.positions.put(position)
        case .forget(let name):
            guard let id = PlaylistID(name) else { return .refused(.isNoID(name)) }
            try store.positions.remove(id)
        case .played(let record):
            guard let play = Play(record, at: now) else {
                return .refused(.isNoID(record.playlist))
            }
            try store.plays.add(play)
        }
        return .done
    }
}

extension MediaRefusal {
    fileprivate static func isNoID(_ name: String) -> Self {
        Self(.value, "'\(name)' is no playlist's ID, or what it shows has no such name.")
    }
}

extension PlaylistMemory {
    fileprivate init(_ position: PlaylistPosition) {
        self.init(playlist: position.playlist.name, item: position.item.map(MediaName.init))
        seconds = position.positionSeconds
        past = stride(from: 0, to: position.order.count - 3, by: 4).map { start in
            position.order[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) }
        }
        isPaused = position.isPaused
    }
}

extension PlaylistPosition {
    /// Nil for names that nothing can have.
    fileprivate init?(_ memory: PlaylistMemory, at now: Int64) {
        guard let id = PlaylistID(memory.playlist) else { return nil }
        self.init(playlist: id, savedAt: now)
        if let name = memory.item {
            guard let item = PlayedItem(name) else { return nil }
            self.item = item
        }
        positionSeconds = memory.seconds
        order = memory.past.flatMap { digest in
            (0..<4).map { UInt8(truncatingIfNeeded: digest >> (24 - 8 * $0)) }
        }
        isPaused = memory.isPaused
    }
}

extension Play {
    /// Nil for names that nothing can have.
    fileprivate init?(_ record: PlayRecord, at now: Int64) {
        guard let id = PlaylistID(record.playlist), let item = PlayedItem(record.item) else {
            return nil
        }
        self.init(item: item, playlist: id, at: now, isCompleted: record.isCompleted)
    }
}

extension MediaName {
    fileprivate init(_ item: PlayedItem) {
        self =
            switch item {
            case .item(let id): .feedItem(id.name)
            case .address(let address): .address(address.withSecrets)
            }
    }
}

extension PlayedItem {
    /// Nil for what names no item of a feed.
    fileprivate init?(_ name: MediaName) {
        switch name {
        case .feedItem(let name):
            guard let id = ItemID(name) else { return nil }
            self = .item(id)
        case .address(let text): self = .address(AddressText(text))
        // Playlists show files by their addresses.
        case .asset: return nil
        }
    }
}
