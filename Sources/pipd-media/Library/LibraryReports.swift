internal import ControlAPI
internal import MediaFiles
internal import MediaLink
internal import MediaStore
internal import Platform
internal import Thumbnails

// What the database has of the library, as clients are told: times in seconds.

extension LibraryRootReport {
    init(_ root: StoredRoot, _ counts: [AssetCount]) {
        let own = counts.filter { $0.root == root.id }
        func count(_ kind: MediaKind) -> Int {
            own.reduce(0) { $0 + ($1.kind == kind ? $1.count : 0) }
        }
        self.init(
            path: root.path,
            state: State(root.state),
            counts: LibraryCounts(photos: count(.photo), videos: count(.video))
        )
        reason = root.reason
        scannedAt = root.scannedAt.map(WallClock.seconds)
    }
}

extension LibraryRootReport.State {
    fileprivate init(_ state: StoredRoot.State) {
        self =
            switch state {
            case .waiting: .waiting
            case .online: .online
            case .offline: .offline
            }
    }
}

extension LibraryScanReport {
    init(_ found: RootScan.Found) {
        self.init(root: found.root.path)
        files = found.counts.files
        (added, changed, removed) = (
            found.counts.added, found.counts.changed, found.counts.removed
        )
        (folders, watched) = (found.counts.folders, found.counts.watched)
        seconds = found.seconds
        reason = found.root.reason
        isOffline = found.root.state == .offline
    }
}

extension LibraryCount {
    /// Of all roots together, in a fixed order.
    static func all(of counts: [AssetCount]) -> [Self] {
        AssetReport.Kind.allCases.flatMap { kind in
            AssetReport.State.allCases.map { state in
                let those = counts.filter {
                    $0.kind.rawValue == kind.rawValue && $0.state.rawValue == state.rawValue
                }
                return Self(kind: kind, state: state, count: those.reduce(0) { $0 + $1.count })
            }
        }
    }
}

extension AssetQuery {
    /// - Throws: `hasNoAlbum` for what can be no album's name.
    init(_ filter: AssetFilter) throws(StoreError) {
        self.init()
        text = filter.text
        if let name = filter.album {
            guard let album = AssetAlbum(name) else { throw .hasNoAlbum(name) }
            self.album = album
        }
        switch filter.kind {
        case .photo: kind = .photo
        case .video: kind = .video
        case .live: isLive = true
        case nil: break
        }
        isFavourite = filter.favourite
        state = filter.state.map(AssetState.init)
        leastMilliseconds = filter.minDuration.map { Int64(($0 * 1_000).rounded()) }
        from = filter.from.map(microseconds)
        to = filter.to.map(microseconds)
    }
}

extension AssetState {
    fileprivate init(_ state: AssetReport.State) {
        self =
            switch state {
            case .found: .found
            case .probed: .probed
            case .failed: .failed
            }
    }
}

/// Of what has no room in the number: the nearest.
private func microseconds(_ seconds: Int) -> Int64 {
    Int64(min(max(seconds, -9_000_000_000_000), 9_000_000_000_000)) * 1_000_000
}

extension AssetReport {
    init(_ asset: AssetRecord) {
        self.init(
            id: "\(asset.id)",
            name: asset.name,
            path: asset.path,
            kind: Kind(asset.kind),
            state: State(asset.state),
            size: asset.size,
            taken: WallClock.seconds(asset.taken.at),
            takenSource: TakenSource(asset.taken.source),
            uri: FileURI.text(of: asset.path) ?? "",
            mediaType: asset.mediaType
        )
        title = asset.title
        (favourite, offline) = (asset.isFavourite, asset.isOffline)
        milliseconds = asset.milliseconds
        (width, height) = (asset.width, asset.height)
        (codec, error) = (asset.codec, asset.error)
        live = asset.live.map { movie in
            LiveReport(
                video: movie.asset.map { "\($0)" },
                guessed: movie.isGuessed,
                offset: movie.offset
            )
        }
        liveOf = asset.liveOf.map { "\($0)" }
    }
}

extension LibraryFile {
    init(_ asset: AssetRecord) {
        self.init(
            root: asset.root,
            path: MediaPath.joined(asset.folder, asset.name),
            mediaType: asset.mediaType
        )
    }
}

extension AssetRecord {
    /// As its file's name tells.
    fileprivate var mediaType: String {
        MediaType(ofFileNamed: name)?.name ?? "application/octet-stream"
    }
}

extension AssetReport.State {
    fileprivate init(_ state: AssetState) {
        self =
            switch state {
            case .found: .found
            case .probed: .probed
            case .failed: .failed
            }
    }
}

extension AssetReport.Kind {
    fileprivate init(_ kind: MediaKind) {
        self =
            switch kind {
            case .photo: .photo
            case .video: .video
            }
    }
}

extension AssetReport.TakenSource {
    fileprivate init(_ source: TakenTime.Source) {
        self =
            switch source {
            case .quicktime: .quicktime
            case .exif: .exif
            case .movie: .movie
            case .name: .name
            case .mtime: .mtime
            }
    }
}

extension AlbumReport {
    init(_ record: AlbumRecord) {
        let kind: Kind =
            switch record.album {
            case .all, .photos, .videos, .live, .favourites, .recent, .takenHere: .fixed
            case .folder: .folder
            case .own: .own
            }
        self.init(
            id: record.album.name,
            name: record.path.map { $0.pathNames.last ?? $0 }
                ?? record.name ?? Self.names[record.album] ?? record.album.name,
            kind: kind,
            counts: LibraryCounts(photos: record.photos, videos: record.videos)
        )
        path = record.path
    }

    private static let names: [AssetAlbum: String] = [
        .all: "All", .photos: "Photos", .videos: "Videos", .live: "Live",
        .favourites: "Favourites", .recent: "Recent", .takenHere: "Taken here",
    ]
}
