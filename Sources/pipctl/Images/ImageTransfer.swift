internal import ControlAPI
internal import FoundationEssentials
internal import Media
internal import NIOHTTP1

/// One image, from asking the daemon for it to the line that says what it is.
struct ImageTransfer {
    /// The route, such as `/v1/snapshot`.
    let target: String
    /// What a file is named by if nobody names it: a stream, or the view.
    let subject: String
    let options: ImageOptions
    let global: GlobalOptions
    /// The members of the request besides those of the options.
    var members: [String: JSONValue] = [:]

    /// Has the image made, for us or for all subscribers of events.
    func run(_ event: EventOptions) async throws {
        if event.isWanted { try await publish(event) } else { try await fetch() }
    }

    private func publish(_ event: EventOptions) async throws {
        try await DaemonClient.run(global) { daemon in
            var body = try options.members(at: daemon.place).merging(members) { $1 }
            if let wanted = event.target { body["target"] = .string(wanted) }
            let reply = try await daemon.reply(
                "\(target)?event=true",
                method: .POST,
                json: .object(body),
                patience: DaemonClient.imagePatience
            )
            try Answer.print(reply.body, as: SnapshotEventReport.self, global) {
                ReportText.snapshotEvent($0)
            }
        }
    }

    private func fetch() async throws {
        try await DaemonClient.run(global) { daemon in
            let own = try options.members(at: daemon.place)
            let body = JSONValue.object(own.merging(members) { $1 })
            let reply = try await Progress.standardError.shown(
                "pipctl: waiting for \(OutsideText.shown(subject))"
            ) {
                try await daemon.reply(
                    target,
                    method: .POST,
                    json: body,
                    as: options.isStored ? .json : .image,
                    patience: DaemonClient.imagePatience
                )
            }
            if options.isStored {
                try show(reply.body, path: nil)
            } else {
                let path = try keep(Array(reply.body), mediaType: reply.mediaType)
                try show(reply.imageReport, of: reply.body.count, path: path)
            }
        }
    }

    /// How long ago the picture was to be, where that is what was asked for.
    private var back: Double? {
        guard let at = members["at"]?.stringValue.flatMap(Double.init), at <= 0 else { return nil }
        return -at
    }

    /// Writes the image where it belongs.
    ///
    /// - Returns: The file; nil for standard output.
    private func keep(_ image: [UInt8], mediaType: String?) throws(CommandFailure) -> String? {
        if options.output == "-" {
            Terminal.write(image)
            return nil
        }
        if let path = options.output {
            try OutputFile.write(image, to: path)
            return path
        }
        let fileExtension = mediaType == "image/png" ? "png" : "jpg"
        return try OutputFile.writeNew(image, subject: subject, fileExtension: fileExtension)
    }

    /// Says what was made. A daemon that sends no report has made an image all the same.
    private func show(_ report: Data?, of bytes: Int, path: String?) throws {
        if let report { return try show(report, path: path) }
        guard let path else { return }
        let line: JSONValue = ["bytes": .integer(bytes), "path": .string(path)]
        let json = String(decoding: try JSONText.encode(line), as: UTF8.self)
        Terminal.write(
            global.json ? json + "\n" : "\(path)  \(ReportText.decimalBytes(bytes))\n"
        )
    }

    private func show(_ data: Data, path: String?) throws {
        guard let report = try? JSONText.decode(ImageReport.self, from: data),
            case .object(var members)? = try? JSONText.decode(JSONValue.self, from: data)
        else {
            throw CommandFailure.refused(
                "The daemon's report of the image is not understood: it may be of another version."
            )
        }
        for warning in ReportText.warnings(report, back: back) {
            Terminal.printError("pipctl: \(warning)")
        }
        // Standard output is the image's own then.
        guard let place = path ?? report.path else { return }
        members["path"] = .string(place)
        let json = String(decoding: try JSONText.encode(JSONValue.object(members)), as: UTF8.self)
        Terminal.write(global.json ? json + "\n" : ReportText.image(report, at: place))
    }
}
