public import ControlAPI

/// What is asked of the exports of the media library.
public enum ExportRequest: Hashable, Sendable, Codable {
    /// Looks whether that can be exported, and does it when its turn comes. Answered by `export`.
    case begin(ExportDefinition)
    /// Answered by `exports`.
    case list
    /// How far one is. Answered by `export`.
    case show(String)
    /// Gives one up, or forgets one that is over; its files stay. Answered by `done`.
    case end(String)
}
