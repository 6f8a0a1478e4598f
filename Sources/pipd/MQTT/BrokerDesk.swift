internal import Control
internal import ControlAPI
internal import Media

/// Does with the daemon what is asked for over a broker: on the control thread, by the routes
/// of the HTTP API.
struct BrokerDesk: Sendable {
    /// Does something on the control thread.
    let perform: @Sendable (@escaping @Sendable () async -> Void) -> Void
    let routes: InnerRoutes
    let health: any HealthBackend
    let view: any ViewBackend
    let playlists: any PlaylistsBackend
    /// Where browsers find the console; nil for nowhere.
    let consoleURL: @Sendable () -> String?

    func obey(_ command: BrokerCommand) async -> BrokerResult {
        let main = await view.view().main
        let isPlaylist = await playlists.playlistIDs().contains { $0 == main }
        guard let request = command.request(main: main), isPlaylist || !command.name.isOfPlaylist
        else { return BrokerResult(command: command, refusal: Self.noPlaylist(main)) }
        let answer = await routes.answer(request)
        let isImage = command.name == .snapshot && answer.isDone
        return BrokerResult(
            command: command,
            refusal: answer.detail,
            image: isImage ? answer.bytes : nil
        )
    }

    private static func noPlaylist(_ main: String?) -> MessageText {
        guard let main else { return "The main view has no playlist." }
        return "The main view has '\(main)', which is no playlist."
    }

    /// What can be chosen from.
    func offer() async -> HomeAssistantDevice.Offer {
        .init(
            streams: await health.status().streams.map(\.id),
            playlists: await playlists.playlistIDs()
        )
    }

    /// A picture of the view; nil where there is none.
    func image() async -> [UInt8]? { await obey(.snapshot).image }

    /// What is shown and measured now.
    ///
    /// - Parameter last: What was measured the last time.
    /// - Returns: nil where it cannot be had now.
    func state(since last: BrokerState.Sample?) async -> BrokerState? {
        guard let stats = try? await health.stats() else { return nil }
        return BrokerState(
            await health.status(),
            stats,
            playlists: await playlists.playlistIDs(),
            since: last
        )
    }
}
