/// The identity of one KMS object, such as a plane or a CRTC.
///
/// `Object` keeps the kinds apart: passing a CRTC where a plane is wanted does
/// not compile. Zero is no object.
struct ObjectID<Object>: Hashable, Sendable, BitwiseCopyable {
    let rawValue: UInt32

    init(_ rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// The identity of a property of objects of one kind.
struct PropertyID<Object>: Hashable, Sendable, BitwiseCopyable {
    let rawValue: UInt32

    init(_ rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// Where a display is plugged in.
enum Connector {}
/// What reads buffers at a mode's pace.
enum CRTC {}
/// A layer of a CRTC.
enum Plane {}
/// A buffer that a plane can scan out.
enum Framebuffer {}

typealias FramebufferID = ObjectID<Framebuffer>

extension ObjectID: CustomStringConvertible {
    var description: String { "\(Object.self) \(rawValue)" }
}
