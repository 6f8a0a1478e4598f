/// The values of a camera's controls at one moment, to be put back.
///
/// Only what a person sets: not what can only be read, what the camera changes
/// by itself, or what an automatic mode overrides at that moment.
struct CameraSettings {
    private let controls: [CameraControl]

    /// Reads them. A camera that does not tell has none: it is about to fail anyway.
    init(of device: any CaptureDevice) {
        controls = Self.controls(of: device).filter {
            $0.kind != .button && !$0.isReadOnly && !$0.isVolatile && $0.isActive
        }
    }

    /// Puts back what has changed, each by itself: one that is refused keeps no
    /// other from its value.
    func restore(on device: any CaptureDevice) {
        let present = Dictionary(Self.controls(of: device).map { ($0.id, $0.value) }) { $1 }
        let changed = controls.compactMap { control -> CameraControl.Setting? in
            guard let value = control.value, let now = present[control.id], now != value else {
                return nil
            }
            return CameraControl.Setting(control: control, value: value)
        }
        for setting in CameraControl.modesFirst(changed) { try? device.set([setting]) }
    }

    private static func controls(of device: any CaptureDevice) -> [CameraControl] {
        (try? device.controls()) ?? []
    }
}
