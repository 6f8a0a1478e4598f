import GRDB
import Media
import MediaStore
import Testing

/// What was played, and where playlists were.
@Suite struct PlayTests {
    private let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
    }

    /// How many are kept.
    private func plays() throws -> Int? {
        try DatabaseQueue(path: folder.file).read { database in
            try Int.fetchOne(database, sql: "SELECT count(*) FROM play")
        }
    }

    @Test func positionsOutliveAStart() throws {
        let store = try folder.open()
        var position = PlaylistPosition(
            playlist: try playlistID("reels"),
            item: .address("https://u:p@h/a.mp4"),
            positionSeconds: 12.5,
            order: [1, 2, 255],
            isPaused: true,
            revision: 7,
            savedAt: noon
        )
        try store.positions.put(position)
        position.positionSeconds = 13
        try store.positions.put(position)
        try store.close()
        let again = try folder.open()
        #expect(try again.positions.find(position.playlist) == position)
        #expect(try again.positions.all() == [position])
        #expect(try again.positions.remove(position.playlist))
        #expect(try again.positions.find(position.playlist) == nil)
    }

    @Test(arguments: [Double.nan, -.infinity, .infinity, -3])
    func whatIsNoPositionIsTheStart(seconds: Double) throws {
        let store = try folder.open()
        let id = try playlistID("reels")
        try store.positions.put(
            PlaylistPosition(playlist: id, positionSeconds: seconds, savedAt: noon)
        )
        #expect(try store.positions.find(id)?.positionSeconds == 0)
    }

    @Test func anOrderHasALength() throws {
        let store = try folder.open()
        let order = [UInt8](repeating: 0, count: 65_537)
        #expect(throws: StoreError.hasTooLongOrder(bytes: 65_537)) {
            try store.positions.put(
                PlaylistPosition(playlist: try playlistID("r"), order: order, savedAt: noon)
            )
        }
    }

    @Test func theOldestGo() throws {
        var limits = StoreLimits()
        (limits.plays, limits.positions) = (10, 2)
        let store = try folder.open(limits: limits)
        for number in 0..<30 {
            try store.plays.add(
                Play(
                    item: .address("/a"),
                    playlist: nil,
                    at: noon + Int64(number),
                    isCompleted: true
                )
            )
        }
        #expect(try plays() == 10)
        try store.plays.add(
            Play(item: .address("/a"), playlist: nil, at: noon + 91 * day, isCompleted: true)
        )
        #expect(try plays() == 1)
        for (number, name) in ["a", "b", "c"].enumerated() {
            try store.positions.put(
                PlaylistPosition(playlist: try playlistID(name), savedAt: noon + Int64(number))
            )
        }
        #expect(try store.positions.all().map(\.playlist.name) == ["b", "c"])
    }
}
