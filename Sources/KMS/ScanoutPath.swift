/// What pictures take to a display: connector, CRTC and planes.
struct ScanoutPath: Hashable, Sendable {
    /// A plane above the primary one, and the depths that make it so.
    struct Overlay: Hashable, Sendable {
        let plane: ObjectID<Plane>
        let stacking: PlaneStacking
    }

    let connector: ConnectorState
    let crtc: ObjectID<CRTC>
    let primary: ObjectID<Plane>
    let overlay: Overlay?
    /// Planes that someone else has left on this CRTC.
    let foreignPlanes: [ObjectID<Plane>]

    /// Formats as four-character codes.
    struct Formats: Hashable, Sendable {
        let primary: UInt32
        let overlay: UInt32
    }

    /// Chooses the CRTC that drives the connector already, or else the first
    /// that is idle, or else the first that can; each has to have a primary plane.
    ///
    /// - Parameters:
    ///   - connector: What to drive.
    ///   - crtcs: All of the device, in its order.
    ///   - planes: All of the device, in its order.
    ///   - formats: What the planes have to be able to show.
    /// - Returns: Nil when no CRTC with a suitable primary plane can drive the connector.
    static func choose(
        for connector: ConnectorState,
        crtcs: [ObjectID<CRTC>],
        planes: [PlaneState],
        formats: Formats
    ) -> Self? {
        let possible = crtcs.indices.filter { $0 < 32 && connector.possibleCRTCs & 1 << $0 != 0 }
        let busy = Set(planes.compactMap(\.currentCRTC))
        let ranked =
            possible.filter { crtcs[$0] == connector.currentCRTC }
            + possible.filter { !busy.contains(crtcs[$0]) } + possible
        for index in ranked {
            let eligible = planes.filter {
                $0.possibleCRTCs & 1 << index != 0
                    && ($0.currentCRTC == nil || $0.currentCRTC == crtcs[index])
            }
            let primary = eligible.first {
                $0.kind == .primary && $0.formats.contains(formats.primary)
            }
            guard let primary else { continue }
            let overlay = overlay(above: primary, of: eligible, format: formats.overlay)
            return Self(
                connector: connector,
                crtc: crtcs[index],
                primary: primary.id,
                overlay: overlay,
                foreignPlanes: eligible.filter {
                    $0.currentCRTC == crtcs[index] && $0.id != primary.id
                        && $0.id != overlay?.plane
                }.map(\.id)
            )
        }
        return nil
    }

    private static func overlay(
        above primary: PlaneState,
        of planes: [PlaneState],
        format: UInt32
    ) -> Overlay? {
        for plane in planes where plane.kind == .overlay && plane.formats.contains(format) {
            if let stacking = PlaneStacking(lower: primary.depth, upper: plane.depth) {
                return Overlay(plane: plane.id, stacking: stacking)
            }
        }
        return nil
    }
}
