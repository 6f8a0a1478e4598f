internal import Addressing
internal import Capture
internal import Decoding
internal import Drawing
internal import Media
internal import Platform
internal import Stills
internal import Streams

extension SourceParts {
    /// What delivers the pictures of an address: each kind of source is a line here.
    ///
    /// - Parameters:
    ///   - address: Of the stream.
    ///   - capacity: Pictures that are held at a time.
    ///   - history: Where the packets of a live network stream are kept.
    ///   - photos: Where photos of a camera are asked for.
    ///   - openCamera: Opens a camera's device.
    /// - Throws: `SystemCallError` without memory.
    init(
        _ address: SourceAddress,
        capacity: Int,
        history: PacketHistory?,
        photos: PhotoDesk,
        openCamera: CameraOpener
    ) throws(SystemCallError) {
        do throws(AVError) {
            switch address.kind {
            case .pattern(let size, let rate):
                self = PatternSource.parts(TestPattern(size: size, rate: rate), capacity: capacity)
            case .camera(let path):
                self = try .init(
                    camera: path,
                    capacity: capacity,
                    photos: photos,
                    opener: openCamera
                )
            case .file(let path)
            where ImageFileFormat(ofFileNamed: path.withSecrets)?.isHeld == true:
                self = try StillImageSource.parts(path, capacity: capacity)
            case .awaited(let reason):
                self = try AwaitedSource.parts(reason, capacity: capacity)
            case .file, .web, .rtsp, .datagrams:
                self = try MediaSource.parts(capacity: capacity, history: history)
            }
        } catch {
            throw SystemCallError(call: "malloc", errno: .outOfMemory)
        }
    }
}
