internal import Control
internal import ControlAPI
internal import Ingest
internal import Media
internal import Pipeline

/// Cameras as the HTTP API sees them.
///
/// A driver may take its time, so devices are opened on threads for that and not
/// on the control thread.
///
/// Thread: safe.
struct DaemonCameras: CamerasBackend {
    let pipeline: Pipeline
    let lanes: ImageLanes

    func cameras() async throws(ControlError) -> [CameraReport] {
        let cameras = try await onDeviceThread { Cameras.list() }
        let streams = pipeline.snapshot().streams
        let users = try await onDeviceThread {
            streams.compactMap { stream -> (device: String, stream: StreamSnapshot)? in
                Self.device(of: stream).map { ($0, stream) }
            }
        }
        return cameras.map { camera in
            var report = CameraReport(
                device: camera.device,
                path: camera.path,
                state: camera.state.rawValue
            )
            report.name = camera.identity?.name
            report.bus = camera.identity?.bus
            report.driver = camera.identity?.driver
            report.stream = users.first { $0.device == camera.device }?.stream.id.name
            return report
        }
    }

    func cameraFormats(_ device: String) async throws(ControlError) -> CameraFormatsReport {
        let result = try await onDeviceThread { Result { try Cameras.offer(of: device) } }
        let offer = try await unwrap(result, device)
        return CameraFormatsReport(device: device, formats: offer.formats.map(Self.report))
    }

    func cameraControls(_ device: String) async throws(ControlError) -> CameraControlsReport {
        let result = try await onDeviceThread { Result { try Cameras.controls(of: device) } }
        let controls = try await unwrap(result, device)
        return CameraControlsReport(device: device, controls: controls.map(Self.report))
    }

    func setCameraControls(
        _ device: String,
        _ values: [String: JSONValue]
    ) async throws(ControlError) -> CameraControlsReport {
        let values = values.compactMapValues { CameraControlValue($0) }
        let result = try await onDeviceThread { Result { try Cameras.set(values, of: device) } }
        let controls = try await unwrap(result, device)
        return CameraControlsReport(device: device, controls: controls.map(Self.report))
    }

    private func onDeviceThread<Value: Sendable>(
        _ body: @escaping @Sendable () -> Value
    ) async throws(ControlError) -> Value {
        do throws(WorkLane.Refusal) {
            return try await lanes.cameras.run { _ in body() }
        } catch {
            switch error {
            case .full: throw .unavailable("Too many cameras are being asked; try again.")
            case .cancelled: throw .unavailable("Nobody waits for the answer any more.")
            case .noThread(let error): throw .unavailable("There is no thread to be had: \(error).")
            }
        }
    }

    private static func device(of stream: StreamSnapshot) -> String? {
        guard case .camera(let path) = stream.configuration.address.kind else { return nil }
        return Cameras.device(at: path)
    }

    private func unwrap<Value>(
        _ result: Result<Value, any Error>,
        _ device: String
    ) async throws(ControlError) -> Value {
        switch result {
        case .success(let value): return value
        case .failure(Cameras.ControlFailure.refused(let refusal)):
            throw .unprocessable(MessageText(message: refusal.message))
        case .failure(Cameras.ControlFailure.camera(let error)):
            throw await refusal(error, device)
        case .failure(let error as SourceError): throw await refusal(error, device)
        case .failure(let error): throw .internalError("\(error)")
        }
    }

    private func refusal(_ error: SourceError, _ device: String) async -> ControlError {
        switch error.kind {
        case .busy, .notPermitted: return .conflict(MessageText(message: error.message))
        case .notFound, .notACamera:
            guard let cameras = try? await onDeviceThread({ Cameras.list() }) else {
                return .notFound("\(message: error.message)")
            }
            let known = cameras.map(\.device)
            let list =
                known.isEmpty ? "there is no other" : "there are: \(known.joined(separator: ", "))"
            return .notFound("There is no camera '\(device)'; \(list).")
        default: return .unavailable(MessageText(message: error.message))
        }
    }
}

extension DaemonCameras {
    private static func report(_ format: CameraOffer.Format) -> CameraFormatReport {
        CameraFormatReport(
            format: format.name,
            description: format.description,
            shown: format.code != nil,
            sizes: format.sizes.map(report)
        )
    }

    private static func report(_ size: CameraOffer.Size) -> CameraSizeReport {
        var report = CameraSizeReport(
            width: Int(size.smallest.width),
            height: Int(size.smallest.height)
        )
        if size.smallest != size.largest {
            report.maxWidth = Int(size.largest.width)
            report.maxHeight = Int(size.largest.height)
            report.widthStep = Int(size.step.width)
            report.heightStep = Int(size.step.height)
        }
        switch size.rates {
        case .discrete(let rates):
            report.frameRates = rates.map { rounded($0) }.sorted(by: >)
        case .range(let slowest, let fastest):
            report.minFrameRate = rounded(slowest)
            report.maxFrameRate = rounded(fastest)
        case .unknown: break
        }
        return report
    }

    /// To a thousandth.
    private static func rounded(_ rate: Hertz) -> Double { (rate.value * 1000).rounded() / 1000 }

    private static func report(_ control: CameraControl) -> CameraControlReport {
        var report = CameraControlReport(
            name: control.name,
            label: control.label,
            type: control.kind.rawValue
        )
        report.readOnly = control.isReadOnly
        report.active = control.isActive
        guard control.kind != .button else { return report }
        report.value = control.value.map { value($0, of: control.kind) }
        report.standard = value(control.standard, of: control.kind)
        switch control.kind {
        case .integer:
            report.minimum = Int(control.minimum)
            report.maximum = Int(control.maximum)
            report.step = Int(control.step)
        case .bitmask: report.maximum = Int(control.maximum)
        case .menu:
            report.menu = control.choices.map {
                CameraMenuItem(value: Int($0.value), label: $0.label)
            }
        case .boolean, .button: break
        }
        return report
    }

    private static func value(_ number: Int64, of kind: CameraControl.Kind) -> JSONValue {
        kind == .boolean ? .boolean(number != 0) : .integer(Int(number))
    }
}

extension CameraControlValue {
    /// Nil for a value that no control has.
    fileprivate init?(_ value: JSONValue) {
        switch value {
        case .integer(let number): self = .integer(Int64(number))
        case .boolean(let isOn): self = .boolean(isOn)
        case .string(let text): self = .text(text)
        default: return nil
        }
    }
}
