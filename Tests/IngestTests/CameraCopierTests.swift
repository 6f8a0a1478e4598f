import FrameTransport
import Media
import Testing

@testable import Addressing
@testable import Capture
@testable import Decoding

/// How pictures are copied out of a camera's buffers.
@Suite struct CameraCopierTests {
    /// A buffer in which every byte of a picture is 7, and every other one 9.
    private static func withPicture(
        of format: CameraFormat,
        _ body: (PictureComponents, FormatDescription) throws -> Void
    ) throws {
        let description = try #require(format.description)
        let bytes = format.bufferBytes
        let start = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
        defer { start.deallocate() }
        start.initializeMemory(as: UInt8.self, repeating: 9, count: bytes)
        let buffer = CameraBuffers.Buffer(start: start, bytes: bytes, dmaDescriptor: nil)
        for (component, part) in format.layout.enumerated() {
            let width = description.pixelFormat.rowBytes(component: component, width: 66)
            for row in 0..<description.pixelFormat.rows(component: component, height: 34) {
                let first = start + part.offset + row * part.bytesPerRow
                first.initializeMemory(as: UInt8.self, repeating: 7, count: width)
            }
        }
        try body(format.components(of: buffer), description)
    }

    private static func bytes(
        of copy: PictureComponents,
        _ format: FormatDescription
    ) -> Set<UInt8> {
        var bytes: Set<UInt8> = []
        for (index, part) in [copy.first, copy.second, copy.third].enumerated() {
            guard let part else { continue }
            let width = format.pixelFormat.rowBytes(component: index, width: format.size.width)
            for row in 0..<format.pixelFormat.rows(component: index, height: format.size.height) {
                let first = part.base + row * part.bytesPerRow
                bytes.formUnion(UnsafeRawBufferPointer(start: first, count: width))
            }
        }
        return bytes
    }

    @Test(arguments: [(CameraCode.nv12, 80), (.yu12, 80), (.yuyv, 160)])
    func aCopyHasTheRowsAndNothingBetweenThem(code: CameraCode, bytesPerRow: Int) throws {
        let format = CameraFormat(code, 66, 34, bytesPerRow: bytesPerRow, bufferBytes: 8192)
        #expect(format.flaw == nil)
        let copier = CameraCopier()
        try Self.withPicture(of: format) { source, description in
            let copy = UnsafePointer(try #require(copier.copy(source, description)))
            #expect(Self.bytes(of: copy.components, description) == [7])
        }
    }

    /// As the presentation holds and releases them.
    @Test func releasedMemoryIsUsedAgain() throws {
        let format = CameraFormat(.nv12, 66, 34, bytesPerRow: 80, bufferBytes: 8192)
        let copier = CameraCopier()
        let storage = try FrameStorage(capacity: 2)
        var addresses: [UnsafeRawPointer?] = []
        try Self.withPicture(of: format) { source, description in
            for number in 0..<8 {
                storage.reclaim(slot: number % 2)
                let copy = try #require(copier.copy(source, description))
                let kept = UnsafePointer(storage.take(copy, slot: number % 2))
                addresses.append(kept.components.first?.base)
            }
        }
        #expect(!addresses.contains(nil))
        #expect(Set(addresses).count == 2)
    }
}
