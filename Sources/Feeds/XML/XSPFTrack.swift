/// A track of an XSPF playlist. Its locations are the same thing at several places.
enum XSPFTrack {
    static func draft(_ track: XMLElement, _ links: FeedLinks) -> ItemDraft {
        var draft = ItemDraft(guid: track.first(.xspf, "identifier")?.identity)
        draft.title = text("title", of: track, FeedLimits.titleBytes)
        draft.author = text("creator", of: track, FeedLimits.authorBytes)
        draft.summary = text("annotation", of: track, FeedLimits.summaryBytes)
        draft.thumbnail = track.first(.xspf, "image").flatMap(links.image)
        draft.durationSeconds = FeedNumber.milliseconds(track.first(.xspf, "duration")?.text)
        var list = VariantList()
        for location in track.all(.xspf, "location") {
            guard let url = links.address(location.text, base: location.base) else { continue }
            list.add(FeedVariant(url: url))
        }
        draft.parts = [list.part]
        return draft
    }

    private static func text(_ local: String, of track: XMLElement, _ limit: Int) -> String {
        track.first(.xspf, local)?.plain(limit: limit) ?? ""
    }
}
