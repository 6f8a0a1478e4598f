internal import CV4L2
internal import Platform

extension CameraDevice {
    /// So many controls are read at most: a driver's list may be endless.
    private static let mostControls = 512
    private static let mostChoices: UInt32 = 256

    /// What can be set, in the driver's order. Text and compound controls are
    /// left out.
    ///
    /// - Throws: `CameraError.call`, when the device is gone.
    func controls() throws(CameraError) -> [CameraControl] {
        var controls: [CameraControl] = []
        var entry = v4l2_query_ext_ctrl()
        for _ in 0..<Self.mostControls {
            entry.id |= cv4l2_CTRL_FLAG_NEXT_CTRL
            let isThere = try enumerates(
                "VIDIOC_QUERY_EXT_CTRL",
                cv4l2_VIDIOC_QUERY_EXT_CTRL,
                &entry
            )
            guard isThere else { break }
            if let control = try control(entry) { controls.append(control) }
        }
        return CameraControl.withUniqueNames(controls)
    }

    private func control(_ entry: v4l2_query_ext_ctrl) throws(CameraError) -> CameraControl? {
        let hidden = V4L2_CTRL_FLAG_DISABLED | V4L2_CTRL_FLAG_HAS_PAYLOAD
        guard entry.flags & UInt32(hidden) == 0, let kind = Self.kind(entry.type) else {
            return nil
        }
        let label = text(of: entry.name)
        var control = CameraControl(
            id: entry.id,
            name: CameraControl.word(for: label),
            label: label,
            kind: kind,
            minimum: entry.minimum,
            maximum: entry.maximum,
            step: Int64(clamping: max(1, entry.step)),
            standard: entry.default_value
        )
        control.isWide = entry.type == V4L2_CTRL_TYPE_INTEGER64.rawValue
        control.isReadOnly = entry.flags & UInt32(V4L2_CTRL_FLAG_READ_ONLY) != 0
        control.isActive = entry.flags & UInt32(V4L2_CTRL_FLAG_INACTIVE) == 0
        control.isVolatile = entry.flags & UInt32(V4L2_CTRL_FLAG_VOLATILE) != 0
        if kind == .bitmask {
            control.maximum = Int64(UInt32(truncatingIfNeeded: entry.maximum))
            control.standard = Int64(UInt32(truncatingIfNeeded: entry.default_value))
        }
        if kind == .menu { control.choices = try choices(entry) }
        if kind != .button, entry.flags & UInt32(V4L2_CTRL_FLAG_WRITE_ONLY) == 0 {
            control.value = try value(of: control)
        }
        return control
    }

    private static func kind(_ type: UInt32) -> CameraControl.Kind? {
        switch type {
        case V4L2_CTRL_TYPE_INTEGER.rawValue, V4L2_CTRL_TYPE_INTEGER64.rawValue: .integer
        case V4L2_CTRL_TYPE_BOOLEAN.rawValue: .boolean
        case V4L2_CTRL_TYPE_MENU.rawValue, V4L2_CTRL_TYPE_INTEGER_MENU.rawValue: .menu
        case V4L2_CTRL_TYPE_BITMASK.rawValue: .bitmask
        case V4L2_CTRL_TYPE_BUTTON.rawValue: .button
        default: nil
        }
    }

    private func choices(
        _ entry: v4l2_query_ext_ctrl
    ) throws(CameraError) -> [CameraControl.Choice] {
        let isNumbers = entry.type == V4L2_CTRL_TYPE_INTEGER_MENU.rawValue
        guard let indices = Self.menuIndices(entry.minimum, entry.maximum) else { return [] }
        var choices: [CameraControl.Choice] = []
        for index in indices {
            var item = v4l2_querymenu()
            item.id = entry.id
            item.index = index
            // Menus have gaps: entries that this device does not have.
            guard try enumerates("VIDIOC_QUERYMENU", cv4l2_VIDIOC_QUERYMENU, &item) else {
                continue
            }
            let label = isNumbers ? "\(item.value)" : text(of: item.name)
            choices.append(CameraControl.Choice(value: Int64(index), label: label))
        }
        return choices
    }

    /// The entries of a menu that are asked for: those that the driver states, as
    /// far as their numbers fit into a query; nil when there are none.
    static func menuIndices(_ minimum: Int64, _ maximum: Int64) -> ClosedRange<UInt32>? {
        guard let first = UInt32(exactly: max(0, minimum)), maximum >= first else { return nil }
        let (last, overflows) = first.addingReportingOverflow(mostChoices - 1)
        return first...min(overflows ? .max : last, UInt32(clamping: maximum))
    }

    /// Nil where the driver refuses to tell.
    private func value(of control: CameraControl) throws(CameraError) -> Int64? {
        var entries = [cv4l2_ext_control(control.id, 0, control.isWide ? 1 : 0)]
        do throws(CameraError) {
            try transfer("VIDIOC_G_EXT_CTRLS", cv4l2_VIDIOC_G_EXT_CTRLS, &entries)
        } catch {
            if error.errno == .noSuchDevice { throw error }
            return nil
        }
        let value = cv4l2_ext_control_value(entries[0], control.isWide ? 1 : 0)
        return control.kind == .bitmask ? Int64(UInt32(truncatingIfNeeded: value)) : value
    }

    /// Sets controls together: the driver checks all before it changes one.
    ///
    /// - Throws: `CameraError.call`; `EBUSY` for one that is locked while the
    ///   camera streams.
    func set(_ settings: [CameraControl.Setting]) throws(CameraError) {
        guard !settings.isEmpty else { return }
        var entries = settings.map { setting in
            cv4l2_ext_control(setting.control.id, setting.value, setting.control.isWide ? 1 : 0)
        }
        try transfer("VIDIOC_S_EXT_CTRLS", cv4l2_VIDIOC_S_EXT_CTRLS, &entries)
    }

    private func transfer(
        _ name: StaticString,
        _ request: UInt,
        _ entries: inout [v4l2_ext_control]
    ) throws(CameraError) {
        var list = v4l2_ext_controls()
        // Of any class; their present values.
        list.which = UInt32(V4L2_CTRL_WHICH_CUR_VAL)
        list.count = UInt32(entries.count)
        try entries.withUnsafeMutableBufferPointer { (buffer) throws(CameraError) in
            list.controls = buffer.baseAddress
            try call(name, request, &list)
        }
    }

    /// Whether another opener has the camera's buffers.
    var isBusy: Bool {
        // To ask for none changes nothing, and is refused while someone else has some.
        do throws(CameraError) {
            try releaseBuffers()
            return false
        } catch {
            return error.errno == .busy
        }
    }
}
