internal import Compositing
internal import Media
internal import Pipeline

/// What lies over the picture now.
struct OverlayScreen {
    private var parts: [(bounds: PixelRect, key: UInt64)] = []
    private var size = PixelSize(width: 0, height: 0)
    /// The last of them are kept, so that the presentation thread hardly ever frees one.
    private var sheets: [OSDSheet] = []
    private static let keptSheets = 4

    /// - Returns: Whether it is on its way; else it is to be tried again.
    mutating func show(_ new: [OSDPart], on size: PixelSize, of view: ComposedView) -> Bool {
        let places = new.map { (bounds: $0.bounds, key: $0.key) }
        guard size != self.size || !places.elementsEqual(parts, by: ==) else { return true }
        let sheet = new.isEmpty ? nil : OSDSheet(new, size: size)
        do throws(PipelineError) {
            try view.lay(sheet)
        } catch {
            if case .busy = error { return false }
            return true
        }
        (parts, self.size) = (places, size)
        if let sheet { sheets.append(sheet) }
        if sheets.count > Self.keptSheets { sheets.removeFirst() }
        return true
    }
}
