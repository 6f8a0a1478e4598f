internal import Control
internal import FrameTransport

extension Backend {
    func previewPlace(isLasting: Bool) throws(ControlError) -> PreviewPlace {
        try previews.place(isLasting: isLasting)
    }

    func preview(
        _ request: PreviewRequest,
        from place: PreviewPlace
    ) async throws(ControlError) -> PreviewPicture? {
        try await previews.picture(request, from: place)
    }

    var previewRate: Int { previews.rate }

    func noteSkipped(_ pictures: Int) { previews.counts.skipped.add(pictures) }
}
