internal import ControlAPI
internal import Media
internal import Platform

extension ReportText {
    static let noLibrary =
        "No library; the configuration names its folders: library: { roots: […] }"

    /// The library as a whole.
    static func library(_ report: LibraryReport, at now: Double) -> String {
        guard !report.roots.isEmpty else {
            guard report.degraded.isEmpty else { return notes(report) }
            return noLibrary + "\n"
        }
        var table = TextTable([
            .left("FOLDER"), .left("STATE"), .right("PHOTOS"), .right("VIDEOS"), .left("SEEN"),
            .left("NOTE"),
        ])
        for root in report.roots {
            table.append([
                root.path, root.state.rawValue, "\(root.counts.photos)", "\(root.counts.videos)",
                root.scannedAt.map { "\(duration(max(now - $0, 0))) ago" } ?? "never",
                root.reason ?? root.met.map { "\($0) files so far" } ?? "",
            ])
        }
        return table.text + notes(report)
    }

    /// What is wrong, but for what the roots say themselves.
    private static func notes(_ report: LibraryReport) -> String {
        report.ownNotes.map { "degraded: \(VisibleText.escaped($0))\n" }.joined()
    }

    /// A part of a list of pictures and videos, and how to get what follows.
    static func assets(_ page: AssetPage, isSearch: Bool = false) -> String {
        guard !page.assets.isEmpty else {
            // The library's own folders are in the path of all that is in them.
            return isSearch
                ? "Nothing; it is searched in names, titles, and the folders below the library's\n"
                : "Nothing\n"
        }
        return table(page.assets).text + more(page.nextCursor)
    }

    /// One row each.
    static func table(_ assets: [AssetReport]) -> TextTable {
        var table = TextTable([
            .left("ID"), .left("KIND"), .left("TAKEN"), .right("LENGTH"), .right("SIZE"),
            .name("NAME"), .name("TITLE"),
        ])
        for asset in assets {
            let kind = asset.live == nil ? asset.kind.rawValue : "live"
            let marks =
                (asset.favourite ? " *" : "") + (asset.state == .failed ? " failed" : "")
                + (asset.offline ? " offline" : "")
            table.append([
                asset.id, kind + marks, date(asset.taken), asset.milliseconds.map(length) ?? "",
                bytes(Int(asset.size)), asset.name, asset.title ?? "",
            ])
        }
        return table
    }

    /// Files that cannot be shown, and why.
    static func failures(_ page: AssetPage) -> String {
        guard !page.assets.isEmpty else { return "None\n" }
        var table = TextTable([.left("ID"), .left("FILE"), .left("REASON")])
        for asset in page.assets { table.append([asset.id, asset.path, asset.error ?? ""]) }
        return table.text + more(page.nextCursor)
    }

    /// How much is selected, and whether it can be shown.
    static func selection(_ report: SelectionReport) -> String {
        let seconds = Double(report.milliseconds) / 1_000
        return """
            selection  \(VisibleText.escaped(report.id))
            files      \(report.count)
            length     \(FieldRule.brief(seconds)) s
            shown      \(report.reason.map { "no: \(VisibleText.escaped($0))" } ?? "it can be")

            """
    }

    /// Never longer than it is: a selection of 4.96 s is too short.
    private static func length(_ milliseconds: Int64) -> String {
        let tenths = max(0, milliseconds) / 100
        return tenths < 600
            ? "\(tenths / 10).\(tenths % 10)s" : duration(Double(milliseconds) / 1_000)
    }

    private static func exactLength(_ milliseconds: Int64) -> String {
        (0..<60_000).contains(milliseconds)
            ? "\(FieldRule.brief(Double(milliseconds) / 1_000))s" : length(milliseconds)
    }

    /// What is known of one.
    static func asset(_ asset: AssetReport) -> String {
        let source =
            switch asset.takenSource {
            case .quicktime, .movie: "as the movie says"
            case .exif: "as the camera says"
            case .name: "by its name"
            case .mtime: "last written"
            }
        let picture = asset.width.flatMap { width in
            asset.height.map { "\(width)x\($0), \(asset.codec ?? "unknown")" }
        }
        let state =
            switch asset.state {
            case .found: "not looked into yet"
            case .probed: nil as String?
            case .failed: asset.error ?? "cannot be shown"
            }
        let lines: [(String, String?)] = [
            ("id", asset.id), ("title", asset.title ?? "–"), ("file", asset.path),
            ("kind", "\(asset.kind.rawValue), \(asset.mediaType)"),
            ("size", bytes(Int(asset.size))), ("taken", "\(date(asset.taken)), \(source)"),
            ("picture", picture), ("length", asset.milliseconds.map(exactLength)),
            ("live", live(asset)),
            ("state", state), ("folder", asset.offline ? "offline" : nil),
            ("favourite", asset.favourite ? "yes" : "no"),
        ]
        return lines.map { name, value in
            guard let value else { return "" }
            let padding = String(repeating: " ", count: 11 - name.count)
            return "\(name)\(padding)\(VisibleText.escaped(value))\n"
        }.joined()
    }

    /// What it is of a live photo; nil for what is of none.
    private static func live(_ asset: AssetReport) -> String? {
        if let picture = asset.liveOf { return "the movie of \(picture)" }
        guard let live = asset.live else { return nil }
        if let video = live.video {
            return "the movie is \(video)" + (live.guessed ? ", by name and time" : "")
        }
        return live.offset.map { "the movie is in the file, from byte \($0) on" }
    }

    /// All albums.
    static func albums(_ list: AlbumList) -> String {
        var table = TextTable([
            .left("ALBUM"), .right("PHOTOS"), .right("VIDEOS"), .name("NAME"), .left("FOLDER"),
        ])
        for album in list.albums {
            table.append([
                album.id, "\(album.counts.photos)", "\(album.counts.videos)", album.name,
                album.path ?? "",
            ])
        }
        return table.text + more(list.nextCursor)
    }

    /// In local time, such as `2024-01-31 23:59`.
    private static func date(_ seconds: Double) -> String {
        // What another daemon may answer is no moment of any calendar.
        let time = CalendarTime(secondsSince1970: Int(min(max(seconds, -1e11), 1e11)))
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return
            "\(time.year)-\(two(time.month))-\(two(time.day)) \(two(time.hour)):\(two(time.minute))"
    }
}
