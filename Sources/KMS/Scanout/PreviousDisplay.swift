internal import CDRM
internal import Platform

/// How a CRTC was before pipd set a mode, such as with the text console on it.
///
/// Thread: bound to the presentation thread.
struct PreviousDisplay {
    /// A colour table: the property and its content; empty for none.
    private struct ColorTable {
        let property: PropertyID<CRTC>
        let content: [UInt8]
    }

    private let path: ScanoutPath
    /// Nil when the CRTC was off.
    private let mode: drmModeModeInfo?
    private let framebuffer: FramebufferID
    private let x: UInt32
    private let y: UInt32
    private let isConnected: Bool
    private let colorTables: [ColorTable]

    var crtc: ObjectID<CRTC> { path.crtc }

    /// Reads the state of a path's CRTC.
    init(of path: ScanoutPath, on card: Card) {
        self.path = path
        isConnected = path.connector.currentCRTC == path.crtc
        let properties = PropertySet(of: path.crtc, on: card)
        colorTables = CRTCPropertyIDs.colorTableNames.compactMap { name in
            guard let property = properties[name] else { return nil }
            return ColorTable(property: PropertyID(property.id), content: card.blob(property.value))
        }
        guard let crtc = card.crtc(path.crtc) else {
            (mode, framebuffer, x, y) = (nil, FramebufferID(0), 0, 0)
            return
        }
        mode = crtc.mode_valid != 0 ? crtc.mode : nil
        framebuffer = FramebufferID(crtc.buffer_id)
        (x, y) = (crtc.x, crtc.y)
    }

    /// Puts it back.
    ///
    /// - Returns: False when that cannot be, most often because the buffer that was shown is
    ///   gone with its owner.
    func restore(on card: Card) -> Bool {
        guard isConnected, mode != nil, framebuffer.rawValue != 0 else { return false }
        guard let properties = try? ScanoutProperties(of: path, on: card) else { return false }
        do {
            try restore(with: properties, on: card)
            return true
        } catch {
            return false
        }
    }

    private func restore(
        with properties: ScanoutProperties,
        on card: Card
    ) throws(SystemCallError) {
        guard var mode else { return }
        let modeBlob = try withUnsafeBytes(of: &mode) { bytes throws(SystemCallError) in
            try Blob(bytes, on: card)
        }
        var request = AtomicRequest()
        let crtc = UInt64(path.crtc.rawValue)
        for connector in [path.connector.id] + path.foreignConnectors {
            request.set(properties.connector.crtcID, of: connector, to: crtc)
        }
        request.set(properties.crtc.modeID, of: path.crtc, to: modeBlob.propertyValue)
        request.set(properties.crtc.active, of: path.crtc, to: 1)
        let blobs = try colorTables.map { table throws(SystemCallError) in
            try table.content.isEmpty ? nil : SharedBlob(table.content, on: card)
        }
        for (table, blob) in zip(colorTables, blobs) {
            request.set(table.property, of: path.crtc, to: blob?.propertyValue ?? 0)
        }
        let planes = properties.primary
        request.set(planes.framebuffer, of: path.primary, to: UInt64(framebuffer.rawValue))
        request.set(planes.crtc, of: path.primary, to: crtc)
        setBounds(planes, UInt64(mode.hdisplay), UInt64(mode.vdisplay), in: &request)
        if let overlay = path.overlay {
            request.set(planes.framebuffer, of: overlay.plane, to: 0)
            request.set(planes.crtc, of: overlay.plane, to: 0)
        }
        try request.commit(to: card, as: .modeSet)
    }

    private func setBounds(
        _ properties: PlanePropertyIDs,
        _ width: UInt64,
        _ height: UInt64,
        in request: inout AtomicRequest
    ) {
        let plane = path.primary
        request.set(properties.sourceX, of: plane, to: UInt64(x) << 16)
        request.set(properties.sourceY, of: plane, to: UInt64(y) << 16)
        request.set(properties.sourceWidth, of: plane, to: width << 16)
        request.set(properties.sourceHeight, of: plane, to: height << 16)
        request.set(properties.crtcX, of: plane, to: 0)
        request.set(properties.crtcY, of: plane, to: 0)
        request.set(properties.crtcWidth, of: plane, to: width)
        request.set(properties.crtcHeight, of: plane, to: height)
    }

    /// For arrays, which hold no noncopyable values.
    private final class SharedBlob {
        private let blob: Blob

        init(_ content: [UInt8], on card: Card) throws(SystemCallError) {
            blob = try Blob(content, on: card)
        }

        var propertyValue: UInt64 { blob.propertyValue }
    }
}
