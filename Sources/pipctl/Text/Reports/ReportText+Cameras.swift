internal import ControlAPI
internal import Media

extension ReportText {
    /// A table of cameras.
    static func cameras(_ reports: [CameraReport]) -> String {
        guard !reports.isEmpty else { return "No cameras\n" }
        var table = TextTable([
            .left("DEVICE"), .left("STATE"), .left("STREAM"), .left("DRIVER"), .left("BUS"),
            .left("NAME"),
        ])
        for report in reports {
            table.append([
                report.device, report.state, report.stream ?? "–", report.driver ?? "–",
                report.bus ?? "–", report.name ?? "–",
            ])
        }
        return table.text
    }

    /// A table of what is shown, a row for each format and size, then the names
    /// of what is not.
    static func cameraFormats(_ report: CameraFormatsReport) -> String {
        var table = TextTable([.left("FORMAT"), .right("SIZE"), .left("FPS")])
        for format in report.formats where format.shown {
            for size in format.sizes {
                table.append([format.format, sizeText(size), rates(size)])
            }
        }
        let others = report.formats.filter { !$0.shown }.map(\.format)
        let rest =
            others.isEmpty
            ? "" : VisibleText.escaped("Not shown: \(others.joined(separator: ", "))") + "\n"
        return table.text + rest
    }

    private static func sizeText(_ size: CameraSizeReport) -> String {
        let smallest = "\(size.width)x\(size.height)"
        guard let width = size.maxWidth, let height = size.maxHeight else { return smallest }
        return "\(smallest)–\(width)x\(height)"
    }

    private static func rates(_ size: CameraSizeReport) -> String {
        if let slowest = size.minFrameRate, let fastest = size.maxFrameRate {
            return "\(number(slowest))–\(number(fastest))"
        }
        let rates = size.frameRates.map(number)
        return rates.isEmpty ? "–" : rates.joined(separator: ", ")
    }

    /// Without zeros at the end: `30`, `12.5`, `29.97`.
    private static func number(_ value: Double) -> String {
        var text = fixed(value, places: 2)
        while text.contains("."), text.hasSuffix("0") || text.hasSuffix(".") { text.removeLast() }
        return text
    }

    /// A table of controls.
    static func cameraControls(_ report: CameraControlsReport) -> String {
        guard !report.controls.isEmpty else { return "No controls\n" }
        var table = TextTable([
            .left("CONTROL"), .left("TYPE"), .right("VALUE"), .right("DEFAULT"), .left("ACCEPTED"),
        ])
        for control in report.controls {
            table.append([
                control.name, control.type, text(control.value), text(control.standard),
                accepted(control),
            ])
        }
        return table.text
    }

    private static func text(_ value: JSONValue?) -> String {
        switch value {
        case .boolean(let isOn): "\(isOn)"
        case .integer(let number): "\(number)"
        default: "–"
        }
    }

    private static func accepted(_ control: CameraControlReport) -> String {
        if control.readOnly { return "read only" }
        let note = control.active ? "" : " (overridden)"
        switch control.type {
        case "integer":
            let step = control.step.map { $0 > 1 ? " step \($0)" : "" } ?? ""
            return "\(control.minimum ?? 0)…\(control.maximum ?? 0)\(step)\(note)"
        case "menu":
            return (control.menu ?? []).map { "\($0.value) \($0.label)" }.joined(separator: ", ")
                + note
        case "boolean": return "true, false\(note)"
        case "bitmask": return "bits of \(control.maximum ?? 0)\(note)"
        default: return "true\(note)"
        }
    }
}
