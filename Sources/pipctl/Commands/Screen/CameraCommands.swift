internal import ArgumentParser
internal import ControlAPI
internal import Media
internal import NIOHTTP1

struct CameraCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "camera",
        abstract: "See and set up the cameras of the daemon's machine.",
        discussion: """
            DEVICE is a name of the list, such as video0; it may be left out where there is \
            one camera.

            Examples:
              pipctl camera list
              pipctl camera formats video0
              pipctl camera controls video0 brightness=140 white_balance_automatic=false
            """,
        subcommands: [List.self, Formats.self, Controls.self],
        defaultSubcommand: List.self
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the cameras.",
            discussion: """
                A camera is free, busy (someone streams from it) or denied (pipd may not open it).

                Examples:
                  pipctl camera list
                  pipctl camera list --json | jq -r '.cameras[].path'
                """
        )

        @OptionGroup var options: GlobalOptions

        func run() async throws {
            try await DaemonClient.show("/v1/cameras", as: CameraList.self, options) {
                ReportText.cameras($0.cameras)
            }
        }
    }

    struct Formats: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "What a camera can deliver.",
            discussion: """
                The formats, sizes and rates that a stream's configuration may ask for.

                Examples:
                  pipctl camera formats
                  pipctl camera formats video2
                """
        )

        @OptionGroup var options: GlobalOptions
        @Argument(help: "The camera, such as video0.") var device: String?

        func run() async throws {
            try await DaemonClient.run(options) { daemon in
                let name = try await daemon.camera(device)
                let data = try await daemon.send(
                    "/v1/cameras/\(DaemonClient.escaped(name))/formats"
                )
                try Answer.print(data, as: CameraFormatsReport.self, options) {
                    ReportText.cameraFormats($0)
                }
            }
        }
    }

    struct Controls: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "What can be set on a camera, and set it.",
            discussion: """
                Without NAME=VALUE the controls are listed. Values are whole numbers, true or \
                false, and a menu's number or label. All are set, or none.

                Examples:
                  pipctl camera controls
                  pipctl camera controls video0 brightness=140
                  pipctl camera controls video0 'power_line_frequency=50 Hz'
                """
        )

        @OptionGroup var options: GlobalOptions
        @Argument(help: "The camera, such as video0, then settings as NAME=VALUE.")
        var arguments: [String] = []

        func run() async throws {
            let settings = CameraSettings(arguments)
            try await DaemonClient.run(options) { daemon in
                let name = try await daemon.camera(try settings.device)
                let data = try await daemon.send(
                    "/v1/cameras/\(DaemonClient.escaped(name))/controls",
                    method: settings.values.isEmpty ? .GET : .PATCH,
                    json: settings.values.isEmpty ? nil : .object(settings.values)
                )
                try Answer.print(data, as: CameraControlsReport.self, options) {
                    ReportText.cameraControls($0)
                }
            }
        }
    }
}

/// A command line of a camera and its settings.
struct CameraSettings {
    private let names: [String]
    let values: [String: JSONValue]

    /// - Parameter arguments: `NAME=VALUE` for a setting; anything else is a camera's name.
    init(_ arguments: [String]) {
        var names: [String] = []
        var values: [String: JSONValue] = [:]
        for argument in arguments {
            guard let equals = argument.firstIndex(of: "=") else {
                names.append(argument)
                continue
            }
            let text = String(argument[argument.index(after: equals)...])
            values[String(argument[..<equals])] = Self.value(text)
        }
        self.names = names
        self.values = values
    }

    /// The camera; nil where none is named.
    ///
    /// - Throws: `CommandFailure` when several are.
    var device: String? {
        get throws(CommandFailure) {
            guard names.count <= 1 else {
                throw .refused("\(names[1]) is no setting; write NAME=VALUE.")
            }
            return names.first
        }
    }

    private static func value(_ text: String) -> JSONValue {
        switch text.lowercased() {
        case "true", "on", "yes": true
        case "false", "off", "no": false
        default: Int(text).map { .integer($0) } ?? .string(text)
        }
    }
}

extension DaemonClient {
    /// The camera that is meant.
    ///
    /// - Parameter name: `video0` or `/dev/video0`; nil for the only one there is.
    /// - Returns: Its name in the API.
    /// - Throws: `CommandFailure` where none is named and there is none, or several.
    fileprivate func camera(_ name: String?) async throws -> String {
        if let name { return name.hasPrefix("/dev/") ? String(name.dropFirst(5)) : name }
        let data = try await send("/v1/cameras")
        let cameras = try Answer.decode(CameraList.self, from: data).cameras
        guard let camera = cameras.first else {
            throw CommandFailure.refused("There is no camera.")
        }
        guard cameras.count == 1 else {
            let names = cameras.map(\.device).joined(separator: ", ")
            throw CommandFailure.refused("There are several cameras; name one of \(names).")
        }
        return camera.device
    }
}
