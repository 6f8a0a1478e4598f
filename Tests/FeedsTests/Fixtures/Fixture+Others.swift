extension Fixture {
    private static func json(_ name: String, _ items: String, shows expected: String) -> Self {
        let text = """
            {"version": "https://jsonfeed.org/version/1.1", "title": "F", "items": [\(items)]}
            """
        return Self(name, text, shows: expected)
    }

    static let json: [Self] = [
        json(
            "an item with all that JSON Feed has",
            #"""
            {"id": "1", "title": "A \u00e4\ud83e\uddc0 \"x\"", "url": "https:\/\/h\/1", "image": "a.jpg",
             "summary": "S", "content_html": "<p>no</p>", "date_published": "2024-05-01T12:00:00+02:00",
             "authors": [{"name": "Ann"}, {"name": "Bob"}], "tags": ["x", "y", "x", 3],
             "attachments": [{"url": "a.mp4", "mime_type": "video/mp4", "size_in_bytes": 9,
             "duration_in_seconds": 30.5}]}
            """#,
            shows: """
                F "F"
                I 1 "A ä🧀 "x"" by Ann @1714557600000000 in x, y [https://h/f/a.jpg] 30.5: S
                - https://h/f/a.mp4 video/mp4 30.5s
                """
        ),
        json(
            "attachments with one title are one thing",
            """
            {"id": "1", "title": "A", "content_html": "<p>a</p>b &amp; c", "attachments": [
             {"url": "https://h/a.mp4", "title": "Film", "mime_type": "video/mp4"},
             {"url": "https://h/a.webm", "title": "Film", "mime_type": "video/webm"}]}
            """,
            shows: """
                F "F"
                I 1 "A": a b & c
                - https://h/a.mp4 video/mp4
                - https://h/a.webm video/webm
                """
        ),
        json(
            "other attachments are things of their own",
            """
            {"id": "1", "title": "A", "attachments": [{"url": "https://h/a.mp4"},
             {"url": "https://h/b.mp4", "duration_in_seconds": 5}, {"url": "https://h/c.mp4", "title": "C"},
             {"url": "https://h/d.webm", "title": "C"}, {"url": "https://h/x.pdf",
             "mime_type": "application/pdf"}]}
            """,
            shows: """
                F "F"
                I 1 "A"
                - https://h/a.mp4
                I 1#https://h/b.mp4 "A" 5.0
                - https://h/b.mp4 5.0s
                I 1#https://h/c.mp4 "C"
                - https://h/c.mp4
                - https://h/d.webm
                """
        ),
        json(
            "a cover beside a film",
            """
            {"id": "1", "attachments": [{"url": "https://h/a.jpg", "mime_type": "image/jpeg"},
             {"url": "https://h/a.mp4", "mime_type": "video/mp4"}]},
            {"id": "2", "attachments": [{"url": "https://h/b.jpg", "mime_type": "image/jpeg"}]}
            """,
            shows: """
                F "F"
                I 1 "" [https://h/a.jpg]
                - https://h/a.mp4 video/mp4
                I 2 ""
                - https://h/b.jpg image/jpeg
                """
        ),
        Self(
            "JSON Feed 1.0, with a number for an ID",
            """
            \u{FEFF}{"version": "https://jsonfeed.org/version/1", "title": "F", "author": {"name": "Me"},
            "icon": "i.png", "items": [{"id": 17, "content_text": "a <b>\\n c\\ud800", "date_modified":
            "2024-05-01", "attachments": [{"url": "https://h/a.mp4"}]}, {"id": null, "attachments":
            [{"url": "https://h/b.mp4"}]}, {"id": "x"}, 5, null]}
            """,
            shows: """
                F "F" [https://h/f/i.png]
                I 17 "" by Me @1714521600000000: a <b> c\u{FFFD}
                - https://h/a.mp4
                I https://h/b.mp4 "" by Me
                - https://h/b.mp4
                x 0 3 0
                """
        ),
    ]

    static let lists: [Self] = [
        Self(
            "M3U with titles and durations",
            "#EXTM3U\r\n#PLAYLIST: L \r\n#EXTINF:12.5, Ann - A, B\r\na b.mp4\r\n\r\n"
                + "#EXTINF:-1,\r\nhttps://h/b.m3u8\r\n# comment\r\nrtsp://h/c\r\n",
            shows: """
                F "L"
                I https://h/f/a%20b.mp4 "Ann - A, B" 12.5
                - https://h/f/a%20b.mp4
                I https://h/b.m3u8 ""
                - https://h/b.m3u8
                x 0 1 0
                """
        ),
        Self(
            "M3U with attributes",
            """
            \u{FEFF}#EXTM3U url-tvg="x"
            #EXTINF:-1 tvg-id="1" tvg-logo="l.png" group-title="News, all",One
            #EXTVLCOPT:x=y
            https://h/1
            #EXTINF:5,Two
            #EXTGRP:Sport
            https://h/2
            """,
            shows: """
                F ""
                I https://h/1 "One" in News, all [https://h/f/l.png]
                - https://h/1
                I https://h/2 "Two" in Sport 5.0
                - https://h/2
                """
        ),
        Self(
            "addresses alone, which are a list by their type",
            bytes: Array("https://h/a.mp4\nhttps://h/b.mp4\nhttps://h/a.mp4".utf8),
            type: "audio/x-mpegurl; charset=utf-8",
            shows: """
                F ""
                I https://h/a.mp4 ""
                - https://h/a.mp4
                I https://h/b.mp4 ""
                - https://h/b.mp4
                x 0 0 1
                """
        ),
        Self(
            "a file of names, in windows-1252",
            bytes: Array("#EXTM3U\n#EXTINF:1,K".utf8) + [0xE4, 0x0A]
                + Array("100% #1?.mp4\n../a:b.mp4\n/x/y.mp4\nfile:///z%20z.mp4\nhttps://h/a\n".utf8)
                + Array("file://other/a.mp4\nC:\\a.mp4\n".utf8),
            from: "/srv/my lists/all.m3u",
            shows: """
                F ""
                I file:///srv/my%20lists/100%25%20%231%3F.mp4 "Kä" 1.0
                - file:///srv/my%20lists/100%25%20%231%3F.mp4
                I file:///srv/a:b.mp4 ""
                - file:///srv/a:b.mp4
                I file:///x/y.mp4 ""
                - file:///x/y.mp4
                I file:///z%20z.mp4 ""
                - file:///z%20z.mp4
                I https://h/a ""
                - https://h/a
                I file:///srv/my%20lists/C:%5Ca.mp4 ""
                - file:///srv/my%20lists/C:%5Ca.mp4
                x 0 1 0
                """
        ),
    ]
}
