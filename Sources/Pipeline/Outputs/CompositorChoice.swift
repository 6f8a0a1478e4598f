internal import Compositing
internal import Media

/// Opens the compositor that a configuration asks for.
///
/// Thread: the compositor is bound to the thread that opens it.
enum CompositorChoice {
    static func open(
        _ kind: CompositorKind,
        size: PixelSize
    ) throws(PipelineError) -> any Compositor {
        switch kind {
        case .automatic, .cpu:
            // Without a display there is no GPU to prefer, and software GL is no GPU.
            return CPUCompositor(size: size)
        case .gles:
            do {
                return try GLESCompositor.open(size: size)
            } catch {
                throw .compositor("gles cannot be had: \(error); accepted here: auto, cpu")
            }
        case .planes:
            throw .compositor("planes need a display (kms); accepted here: auto, gles, cpu")
        }
    }
}
