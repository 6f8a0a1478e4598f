internal import Compositing
internal import FrameTransport
internal import Ingest
internal import Media
internal import Presentation

/// What is to be seen: what the streams display, where the view puts it, and what lies over that.
///
/// Thread: bound to the presentation thread.
struct Scenery: ~Copyable {
    private var view = ViewState()
    /// What was on the screen before, over what is there now.
    private var fade = ViewFade()
    private(set) var isFading = false
    /// What the main view shows while it is to show no stream.
    private var notice: NoticePicture?
    private var isMainEmpty = false
    /// What lies over everything, and for which size; the sheet keeps its pixels.
    private var osd: OSDSheet?
    private var osdList = OSDList()
    private var osdSize = PixelSize(width: 0, height: 0)
    private let output: any DisplayOutput
    /// What the frame log's times count from.
    private let start: MonotonicTime

    init(output: any DisplayOutput, start: MonotonicTime) {
        self.output = output
        self.start = start
    }

    // MARK: Changes

    mutating func show(_ view: ViewState) {
        self.view = view
        fade.transition = view.transition
        isMainEmpty = view.main == nil
    }

    /// Lets a sheet lie over everything, as long as the output has its size.
    mutating func lay(_ sheet: OSDSheet?) {
        osd = sheet
        osdList = sheet?.list ?? OSDList()
        osdSize = sheet?.size ?? osdSize
    }

    /// What lies over everything on an output of a size.
    func osd(of size: PixelSize) -> OSDSheet? { osdSize == size ? osd : nil }

    /// Shows a notice whenever the main view is to show no stream.
    mutating func take(_ notice: NoticePicture) { self.notice = notice }

    /// Another mode, other buffers, or none.
    mutating func outputChanged() { isFading = false }

    /// Something was drawn for a scanout.
    mutating func drew(within cost: Nanoseconds, for scanout: MonotonicTime) {
        guard !output.isVirtual else { return }
        fade.drew(within: cost, of: output.refreshInterval, for: scanout)
    }

    // MARK: What is to be seen

    /// What the layers display, where the view puts it. A layer that was given
    /// up is left out, so that the other one can be drawn.
    ///
    /// - Parameters:
    ///   - size: Of the output.
    ///   - scanout: Not before that of the last call.
    ///   - streams: Told how large they are shown.
    ///   - main: Which of them is in the main view; nil for none.
    ///   - pip: Which is in the PIP window.
    /// - Returns: Both layers, and what lies over them.
    mutating func scene(
        of size: PixelSize,
        at scanout: MonotonicTime,
        of streams: inout StreamTable,
        main: Int?,
        pip: Int?
    ) -> Scene {
        var scene = Scene(main: noticeLayer(in: PixelRect(size)), pip: nil)
        if osdSize == size { scene.osd = osdList }
        if let main, let sample = Self.displayedSample(of: streams[main]) {
            let place = SceneLayer(
                view: .main,
                sample: sample,
                bounds: PixelRect(size),
                gravity: view.gravity
            )
            scene.main = Self.layer(of: streams[main], place)
        }
        if let pip {
            let bounds = window(of: streams[pip], in: size)
            Self.tellShownSizes(&streams, main, size, window: (pip, bounds.size))
            scene.pip = pipLayer(of: &streams[pip], in: bounds, on: size)
        } else {
            Self.tellShownSizes(&streams, main, size)
        }
        scene.veil = fade.veil(
            over: scene.main?.placement.streamNumber,
            at: scanout,
            interval: output.refreshInterval
        )
        isFading = scene.veil != nil
        return scene
    }

    /// Where the PIP window is that shows a stream.
    private func window(of stream: borrowing PresentedStream, in size: PixelSize) -> PixelRect {
        let sample = Self.displayedSample(of: stream)
        let aspect = stream.aspect(showing: sample) ?? Self.usualAspect
        return view.placement.bounds(in: size, aspect: aspect)
    }

    /// Of a picture that has not come yet.
    private static let usualAspect = 16.0 / 9

    private func pipLayer(
        of stream: inout PresentedStream,
        in bounds: PixelRect,
        on size: PixelSize
    ) -> DrawLayer? {
        guard let sample = Self.displayedSample(of: stream) else { return nil }
        var shown = sample
        let alternate = stream.pool.alternate(of: sample.picture)
        if let alternate { shown.format = alternate.format }
        let place = SceneLayer(
            view: .pip,
            sample: shown,
            bounds: bounds,
            gravity: view.placement.gravity,
            style: view.placement.style(in: size)
        )
        stream.setWindow(place.destination.size, of: sample.format.size)
        var layer = Self.layer(of: stream, place)
        if let alternate { layer.components = alternate.components }
        return layer
    }

    /// Tells each stream how large it is shown, or what waits for its place will be. What is
    /// shown nowhere might be shown everywhere.
    private static func tellShownSizes(
        _ streams: inout StreamTable,
        _ main: Int?,
        _ size: PixelSize,
        window: (index: Int, size: PixelSize)? = nil
    ) {
        let mainPlace = main.map { streams[$0].turn.place }
        let pipPlace = window.map { streams[$0.index].turn.place }
        for index in 0..<streams.count {
            let place = streams[index].turn.place
            let inWindow = place == pipPlace ? window?.size : nil
            if let inWindow, place != mainPlace {
                streams[index].setShownSize(inWindow, window: nil)
            } else {
                streams[index].setShownSize(size, window: inWindow)
            }
        }
    }

    /// A picture of no stream: of its number 0, which no stream has.
    private func noticeLayer(in bounds: PixelRect) -> DrawLayer? {
        guard isMainEmpty, let notice else { return nil }
        let sample = SampleBuffer(
            picture: PictureID(rawValue: 0),
            format: notice.format,
            number: 0,
            pts: .zero,
            attachments: .placeholder,
            decoded: start
        )
        return DrawLayer(
            placement: SceneLayer(view: .main, sample: sample, bounds: bounds, gravity: .resize),
            components: notice.components
        )
    }

    /// Nil of a layer that was given up, too.
    private static func displayedSample(of stream: borrowing PresentedStream) -> SampleBuffer? {
        stream.layer.status == .failed ? nil : stream.layer.displayedSample
    }

    private static func layer(
        of stream: borrowing PresentedStream,
        _ place: SceneLayer
    ) -> DrawLayer {
        var placement = place
        placement.streamNumber = stream.number
        let components = stream.pool.components(of: place.sample.picture)
        return DrawLayer(placement: placement, components: components)
    }
}
