internal import ControlAPI
internal import Ingest
internal import Media

/// Which streams may be told what a camera is to deliver.
enum CameraRule {
    /// What is said of a stream that is no camera and may be said of cameras alone, and why it
    /// may not; nil where there is nothing of that.
    static func refusal(
        of fields: FieldValues<StreamFields>,
        at address: SourceAddress
    ) -> (field: String, reason: MessageText)? {
        guard !address.isCamera else { return nil }
        let known = StreamFields.all
        return [known.size.rule, known.fps.rule, known.format.rule]
            .first { fields.members[$0.name] != nil }
            .map { ($0.name, "is for cameras only, and \(address.redacted) is none") }
    }
}
