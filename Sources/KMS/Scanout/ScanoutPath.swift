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
    /// Connectors that the CRTC drives as well, such as for a text console on all
    /// displays. They have to go, or the mode would have to suit their displays, too.
    let foreignConnectors: [ObjectID<Connector>]
    /// The CRTC that the connector leaves with nothing to drive.
    let abandoned: Abandoned?

    /// A CRTC without a connector, which may not stay on, and what it shows.
    struct Abandoned: Hashable, Sendable {
        let crtc: ObjectID<CRTC>
        let planes: [ObjectID<Plane>]
    }

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
    ///   - connectors: All of the device.
    ///   - crtcs: All of the device, in its order.
    ///   - planes: All of the device, in its order.
    ///   - formats: What the planes have to be able to show.
    /// - Returns: Nil when no CRTC with a suitable primary plane can drive the connector.
    static func choose(
        for connector: ConnectorState,
        among connectors: [ConnectorState],
        crtcs: [ObjectID<CRTC>],
        planes: [PlaneState],
        formats: Formats
    ) -> Self? {
        let possible = crtcs.indices.filter { $0 < 32 && connector.possibleCRTCs & 1 << $0 != 0 }
        let others = connectors.filter { $0.id != connector.id }
        let busy = Set(planes.compactMap(\.currentCRTC) + others.compactMap(\.currentCRTC))
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
                }.map(\.id),
                foreignConnectors: others.filter { $0.currentCRTC == crtcs[index] }.map(\.id),
                abandoned: abandoned(by: connector, to: crtcs[index], others, planes)
            )
        }
        return nil
    }

    private static func abandoned(
        by connector: ConnectorState,
        to crtc: ObjectID<CRTC>,
        _ others: [ConnectorState],
        _ planes: [PlaneState]
    ) -> Abandoned? {
        guard let left = connector.currentCRTC, left != crtc,
            !others.contains(where: { $0.currentCRTC == left })
        else { return nil }
        return Abandoned(
            crtc: left,
            planes: planes.filter { $0.currentCRTC == left }.map(\.id)
        )
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
