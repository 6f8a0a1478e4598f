/// RSS of other versions, and podcasts.
extension Fixture {
    private static let podcast =
        "xmlns:itunes=\"http://www.itunes.com/dtds/podcast-1.0.dtd\""

    static let kinds: [Self] = [
        .rss(
            "a podcast",
            namespaces: podcast,
            """
            <itunes:author>The Show</itunes:author><itunes:image href="https://h/show.jpg"/>
            <itunes:category text="Arts"/>
            <item><title>1</title><guid isPermaLink="false">e1</guid><itunes:author>Bob</itunes:author>
            <itunes:duration>1:02:03</itunes:duration><itunes:image href="e1.jpg"/>
            <itunes:summary>All of it</itunes:summary><itunes:keywords>a, b</itunes:keywords>
            <itunes:category text="Society"><itunes:category text="History"/></itunes:category>
            <enclosure url="https://h/e1.mp3" type="audio/mpeg" length="1"/></item>
            <item><title>2</title><guid isPermaLink="false">e2</guid>
            <itunes:duration>95</itunes:duration>
            <enclosure url="https://h/e2.mp4" type="video/mp4" length="1"/></item>
            """,
            shows: """
                F "F" [https://h/show.jpg]
                I e1 "1" by Bob in Society, History [https://h/f/e1.jpg] 3723.0: All of it
                - https://h/e1.mp3 audio/mpeg
                I e2 "2" by The Show 95.0
                - https://h/e2.mp4 video/mp4
                """
        ),
        Self(
            "RSS 1.0, whose items stand beside the channel",
            """
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
              xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
              xmlns:media="http://search.yahoo.com/mrss/">
            <channel rdf:about="https://h/"><title>R</title><items><rdf:Seq>
            <rdf:li rdf:resource="https://h/1"/></rdf:Seq></items></channel>
            <item rdf:about="https://h/1"><title>A</title><link>https://h/1</link>
            <dc:date>2024-05-01T12:00:00+02:00</dc:date><dc:creator>Ann</dc:creator>
            <dc:subject>Arts</dc:subject><media:content url="https://h/1.mp4" type="video/mp4"/></item>
            </rdf:RDF>
            """,
            shows: """
                F "R"
                I https://h/1 "A" by Ann @1714557600000000 in Arts
                - https://h/1.mp4 video/mp4
                """
        ),
        Self(
            "RSS 0.92, with a picture of its own",
            """
            <rss version="0.92"><channel><title>Old</title>
            <image><title>Logo</title><url>https://h/logo.png</url><link>https://h/</link></image>
            <item><title>A</title><enclosure url="https://h/a.mpg" length="1" type="video/mpeg"/></item>
            </channel></rss>
            """,
            shows: """
                F "Old" [https://h/logo.png]
                I https://h/a.mpg "A"
                - https://h/a.mpg video/mpeg
                """
        ),
        Self(
            "RSS in a namespace of its own",
            """
            <rss version="2.0" xmlns="http://blogs.example/rss"><channel><title>N</title>
            <item><guid>1</guid><title>A</title><enclosure url="https://h/a.mp4" type="video/mp4"/>
            </item></channel></rss>
            """,
            shows: """
                F "N"
                I 1 "A"
                - https://h/a.mp4 video/mp4
                """
        ),
        .rss(
            "dates as people write them",
            """
            <item><title>Wed, 01 May 2024 10:00:00 GMT</title><pubDate>Wed, 01 May 2024 10:00:00 GMT</pubDate><enclosure url="/0"/></item>
            <item><title>wed, 1 MAY 24 06:00 EDT</title><pubDate>wed, 1 MAY 24 06:00 EDT</pubDate><enclosure url="/1"/></item>
            <item><title>01 May 2024 12:00:00 +0200</title><pubDate>01 May 2024 12:00:00 +0200</pubDate><enclosure url="/2"/></item>
            <item><title>Wed, 01 May 2024 12:00:00 GMT+02:00</title><pubDate>Wed, 01 May 2024 12:00:00 GMT+02:00</pubDate><enclosure url="/3"/></item>
            <item><title>May 1 2024 10:00:00 GMT</title><pubDate>May 1 2024 10:00:00 GMT</pubDate><enclosure url="/4"/></item>
            <item><title>1 May 2024</title><pubDate>1 May 2024</pubDate><enclosure url="/5"/></item>
            <item><title>2024-05-01T10:00:00Z</title><pubDate>2024-05-01T10:00:00Z</pubDate><enclosure url="/6"/></item>
            <item><title>2024-05-01 10:00:00</title><pubDate>2024-05-01 10:00:00</pubDate><enclosure url="/7"/></item>
            <item><title>2024-05</title><pubDate>2024-05</pubDate><enclosure url="/8"/></item>
            <item><title>2024</title><pubDate>2024</pubDate><enclosure url="/9"/></item>
            <item><title>31 Dec 99 23:59 PST</title><pubDate>31 Dec 99 23:59 PST</pubDate><enclosure url="/10"/></item>
            <item><title>Wed May  1 10:00:00 2024</title><pubDate>Wed May  1 10:00:00 2024</pubDate><enclosure url="/11"/></item>
            <item><title>some day</title><pubDate>some day</pubDate><enclosure url="/12"/></item>
            """,
            shows: """
                F "F"
                I https://h/0 "Wed, 01 May 2024 10:00:00 GMT" @1714557600000000
                - https://h/0
                I https://h/1 "wed, 1 MAY 24 06:00 EDT" @1714557600000000
                - https://h/1
                I https://h/2 "01 May 2024 12:00:00 +0200" @1714557600000000
                - https://h/2
                I https://h/3 "Wed, 01 May 2024 12:00:00 GMT+02:00" @1714557600000000
                - https://h/3
                I https://h/4 "May 1 2024 10:00:00 GMT" @1714557600000000
                - https://h/4
                I https://h/5 "1 May 2024" @1714521600000000
                - https://h/5
                I https://h/6 "2024-05-01T10:00:00Z" @1714557600000000
                - https://h/6
                I https://h/7 "2024-05-01 10:00:00" @1714557600000000
                - https://h/7
                I https://h/8 "2024-05" @1714521600000000
                - https://h/8
                I https://h/9 "2024" @1704067200000000
                - https://h/9
                I https://h/10 "31 Dec 99 23:59 PST" @946713540000000
                - https://h/10
                I https://h/11 "Wed May 1 10:00:00 2024" @1714557600000000
                - https://h/11
                I https://h/12 "some day"
                - https://h/12
                """
        ),
    ]
}
