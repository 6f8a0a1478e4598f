public import ControlAPI

/// What somebody has selected of the library.
///
/// Every call throws `.unavailable`, with the reason, while what keeps them is away. All pictures
/// and videos that a call names have to be in the library and not be failures: else it throws
/// `.unprocessable`, and nothing was done.
public protocol SelectionsBackend: Sendable {
    /// Keeps a selection; of more than a hundred the first ones go.
    ///
    /// - Throws: `.notFound` for another selection that is not there; `.unprocessable` for an
    ///   album that is not, and for more than can be kept.
    func createSelection(
        _ definition: SelectionDefinition
    ) async throws(ControlError) -> SelectionReport

    /// - Throws: `.notFound`.
    func selection(_ id: String) async throws(ControlError) -> SelectionReport

    /// Changes all that is said, or nothing.
    ///
    /// - Throws: `.notFound`; `.unprocessable` for more than can be kept.
    func changeSelection(
        _ id: String,
        _ patch: SelectionPatch
    ) async throws(ControlError) -> SelectionReport

    /// - Throws: `.notFound`.
    func deleteSelection(_ id: String) async throws(ControlError)

    /// A part of what is in it, in its order.
    ///
    /// - Parameters:
    ///   - id: Of the selection.
    ///   - cursor: Where another page ended; nil: from the first one.
    ///   - limit: Inside `FeedItemPage.limits`.
    /// - Returns: At most so many, and where they end.
    /// - Throws: `.notFound`; `.unprocessable` for what is no cursor.
    func selectedAssets(
        _ id: String,
        cursor: String?,
        limit: Int
    ) async throws(ControlError) -> AssetPage

    /// Shows something of the library from its beginning.
    ///
    /// - Parameters:
    ///   - media: What.
    ///   - place: Where.
    /// - Returns: The playlist that it is.
    /// - Throws: `.notFound`; `.conflict` where a disk is away, or no stream more can be;
    ///   `.unprocessable` for a selection that is not valid, with the reason.
    func show(
        _ media: ShownMedia,
        in place: ShownPlace
    ) async throws(ControlError) -> PlaylistReport
}
