internal import Media
internal import Pixels

/// Lays the pictures of an `OSDList` over a framebuffer that has all the rest.
///
/// What lies under them is kept while no new main picture comes, so that a clock over a still
/// costs its own rectangle; under a video that would be copied for nothing thirty times a second.
struct OSDPainter: ~Copyable {
    private var kept = ScratchMemory()
    private var isKept = false
    /// What was laid last.
    private var list = OSDList()

    /// Puts back what lies under all pictures, where that is known.
    ///
    /// - Returns: Whether it is.
    func uncover(_ framebuffer: Surface) -> Bool {
        guard isKept else { return list.isEmpty }
        var offset = 0
        for index in 0..<list.count {
            let picture = list[index]
            keptSurface(picture, offset).copy(to: framebuffer.part(picture.bounds))
            offset += 4 * picture.area
        }
        return true
    }

    /// Lays pictures over what was drawn.
    ///
    /// - Parameters:
    ///   - list: The pictures.
    ///   - place: What was drawn; of the rest, the pictures are there already. Nil: all of it.
    ///   - keeps: Whether what lies under them is to be kept; where only a place was drawn, it
    ///     is if the rest was.
    ///   - framebuffer: Where to.
    mutating func lay(
        _ list: OSDList,
        over place: PixelRect?,
        keeps: Bool,
        on framebuffer: Surface
    ) {
        if place == nil {
            self.list = list
            isKept = keeps && !list.isEmpty
            // Not given back for each picture of a video.
            if isKept || list.isEmpty { kept.reserve(4 * list.area) }
        }
        var offset = 0
        for index in 0..<list.count {
            let picture = list[index]
            let part = place.map { picture.bounds.intersection($0) } ?? picture.bounds
            defer { offset += 4 * picture.area }
            guard !part.isEmpty, let pixels = picture.surface else { continue }
            let inside = part.moved(byX: -picture.bounds.x, y: -picture.bounds.y)
            if isKept {
                framebuffer.part(part).copy(to: keptSurface(picture, offset).part(inside))
            }
            framebuffer.part(part).lay(pixels.part(inside))
        }
    }

    private func keptSurface(_ picture: OSDPicture, _ offset: Int) -> Surface {
        Surface(packed: kept.address(offset), size: picture.bounds.size)
    }
}
