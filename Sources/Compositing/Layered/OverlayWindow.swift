internal import FrameTransport
internal import Media
internal import Presentation

/// The pixels of a window that lies on a plane of its own: premultiplied BGRA.
struct OverlayWindow: ~Copyable {
    private var window: DrawLayout.Window?
}
