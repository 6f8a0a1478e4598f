internal import Control
internal import FrameTransport

extension Backend {
    func preview(_ request: PreviewRequest) async throws(ControlError) -> PreviewPicture? {
        try await previews.picture(request)
    }

    var previewRate: Int { previews.rate }

    func noteSkipped(_ pictures: Int) { previews.counts.skipped.add(pictures) }
}
