internal import ControlAPI
internal import FoundationEssentials
internal import Media

/// The image of an event `snapshot`.
struct SnapshotImage {
    let bytes: [UInt8]
    /// When it was made, in seconds since 1970.
    let time: Double
    /// What its file's name ends in.
    let fileExtension: String
    /// The stream that it shows; nil for the view.
    let stream: String?

    /// Nil for another event, and for one whose image is damaged.
    init?(_ event: EventParser.Event) {
        guard event.kind == "snapshot", let text = event.data["data"]?.stringValue,
            let data = Data(base64Encoded: text), !data.isEmpty,
            event.data["bytes"] == .integer(data.count)
        else { return nil }
        bytes = Array(data)
        fileExtension = event.data["format"]?.stringValue == "png" ? "png" : "jpg"
        time = event.data["time"]?.doubleValue ?? 0
        // It becomes part of a file's name.
        let named = event.data["stream"]?.stringValue
        stream = named.flatMap { StreamLimits.isID($0) ? $0 : nil }
    }

    /// Writes it into a directory, as a new file.
    ///
    /// - Returns: The file's path.
    func save(in directory: String) throws(CommandFailure) -> String {
        try OutputFile.writeNew(
            bytes,
            subject: stream ?? "view",
            fileExtension: fileExtension,
            in: directory,
            time: time
        )
    }
}
