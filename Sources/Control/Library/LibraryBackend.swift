public import ControlAPI

/// The pictures and videos under the configured folders. A process of its own looks for them and
/// keeps what is known of them.
///
/// Every call throws `.unavailable`, with the reason, while that process is away.
public protocol LibraryBackend: Sendable {
    /// How the library is.
    func library() async throws(ControlError) -> LibraryReport

    /// Lets a root, or all of them, be gone through soon, and does not wait for that.
    ///
    /// - Parameters:
    ///   - root: Its path; nil: all.
    ///   - isPruned: Whether what is not there is gone for good, whatever it looks like.
    /// - Returns: How the library is.
    /// - Throws: `.notFound`, naming the roots that there are.
    func scanLibrary(root: String?, isPruned: Bool) async throws(ControlError) -> LibraryReport

    /// A part of the library, the latest first.
    ///
    /// - Parameters:
    ///   - filter: Which ones.
    ///   - cursor: Where another page ended; nil: from the first one.
    ///   - limit: Inside `FeedItemPage.limits`.
    /// - Returns: At most so many, and where they end.
    /// - Throws: `.unprocessable` for what is no cursor or no album.
    func assets(
        _ filter: AssetFilter,
        cursor: String?,
        limit: Int
    ) async throws(ControlError) -> AssetPage

    /// - Throws: `.notFound`.
    func asset(_ id: String) async throws(ControlError) -> AssetReport

    /// Keeps what somebody says of one.
    ///
    /// - Throws: `.notFound`.
    func changeAsset(_ id: String, _ patch: AssetPatch) async throws(ControlError) -> AssetReport

    /// A part of the albums: first those that are always there.
    ///
    /// - Parameters:
    ///   - cursor: Where another page ended; nil: from the first one.
    ///   - limit: Of folders, inside `FeedItemPage.limits`.
    /// - Returns: At most so many, and where they end.
    /// - Throws: `.unprocessable` for what is no cursor.
    func albums(cursor: String?, limit: Int) async throws(ControlError) -> AlbumList

    /// - Throws: `.notFound`.
    func album(_ id: String) async throws(ControlError) -> AlbumReport

    /// Keeps an album, in place of the one of that ID.
    ///
    /// - Throws: `.conflict` for the ID of one that is nobody's own, and where there are as many as
    ///   may be; as `SelectionsBackend.createSelection`.
    func putAlbum(
        _ id: String,
        _ definition: AlbumDefinition
    ) async throws(ControlError) -> (album: AlbumReport, isNew: Bool)

    /// - Throws: `.notFound`; `.conflict` for one that is nobody's own.
    func deleteAlbum(_ id: String) async throws(ControlError)

    /// A small picture of one.
    ///
    /// - Parameters:
    ///   - id: Of the picture or video.
    ///   - pixels: Inside `PlaylistLimits.thumbnail`.
    /// - Returns: A PNG file.
    /// - Throws: `.notFound`; `.conflict` where its root is offline; `.badGateway` where it cannot
    ///   be read.
    func thumbnail(ofAsset id: String, pixels: Int) async throws(ControlError) -> [UInt8]

    /// The file of one.
    ///
    /// - Throws: `.notFound`; `.conflict` where its root is offline, or the file not there.
    func file(ofAsset id: String) async throws(ControlError) -> AssetFile
}
