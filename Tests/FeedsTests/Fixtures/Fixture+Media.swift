extension Fixture {
    private static let mrss = "xmlns:media=\"http://search.yahoo.com/mrss/\""

    static let media: [Self] = [
        .rss(
            "a group is one thing in several forms",
            namespaces: mrss,
            """
            <item><guid>1</guid><title>A</title><media:group>
            <media:content url="https://h/lo.mp4" type="video/mp4" bitrate="400" width="640"
              height="360" duration="30" medium="video"/>
            <media:content url="https://h/hi.mp4" type="video/mp4" bitrate="1500.5" width="1920"
              height="1080" duration="30" isDefault="true"/>
            <media:thumbnail url="https://h/a.jpg" width="120"/><media:category>Sport</media:category>
            <media:category label="Ball">x/y</media:category></media:group>
            <media:description type="html">&lt;i&gt;It&lt;/i&gt;</media:description></item>
            """,
            shows: """
                F "F"
                I 1 "A" in Sport, Ball [https://h/a.jpg] 30.0: It
                - https://h/lo.mp4 video/mp4 400000b 640x360 30.0s
                - https://h/hi.mp4 video/mp4 1500500b 1920x1080 30.0s default
                """
        ),
        .rss(
            "media outside of a group, under another prefix",
            namespaces: "xmlns:m=\"http://search.yahoo.com/mrss\"",
            """
            <item><m:title>A</m:title><m:content url="https://h/a.mp4" type="video/mp4" height="720">
            <m:thumbnail url="https://h/a.jpg"/><m:description>Text</m:description></m:content></item>
            """,
            shows: """
                F "F"
                I https://h/a.mp4 "A" [https://h/a.jpg]: Text
                - https://h/a.mp4 video/mp4 0x720
                """
        ),
        .rss(
            "a prefix that the feed does not declare",
            """
            <item><guid>1</guid><media:content url="https://h/a.mp4" type="video/mp4"/>
            <itunes:duration>62:03</itunes:duration></item>
            """,
            shows: """
                F "F"
                I 1 "" 3723.0
                - https://h/a.mp4 video/mp4
                """
        ),
        .rss(
            "an enclosure that is among the media, too",
            namespaces: mrss,
            """
            <item><guid>1</guid><title>A</title>
            <media:content url="https://h/a.mp4" type="video/mp4" bitrate="800" isDefault="true"/>
            <media:content url="https://h/a.webm" type="video/webm" bitrate="700"/>
            <enclosure url="https://h/a.mp4" type="video/mp4" length="9"/></item>
            """,
            shows: """
                F "F"
                I 1 "A"
                - https://h/a.mp4 video/mp4 800000b default
                - https://h/a.webm video/webm 700000b
                """
        ),
        .rss(
            "a second group is a second thing",
            namespaces: mrss,
            """
            <item><guid>1</guid><title>Day</title>
            <media:group><media:content url="https://h/a.mp4" duration="5"/></media:group>
            <media:group><media:title>Night</media:title><media:content url="https://h/b.mp4"/>
            <media:content url="https://h/c.mp4" duration="7"/></media:group></item>
            """,
            shows: """
                F "F"
                I 1 "Day" 5.0
                - https://h/a.mp4 5.0s
                I 1#https://h/b.mp4 "Night" 7.0
                - https://h/b.mp4
                - https://h/c.mp4 7.0s
                """
        ),
        .rss(
            "pictures are items where there is nothing else",
            namespaces: mrss,
            """
            <item><guid>1</guid><media:content url="https://h/a" medium="image" width="800"/></item>
            <item><guid>2</guid><enclosure url="https://h/b.PNG?w=1"/></item>
            <item><guid>3</guid><media:content url="https://h/c.mp4" medium="video"/>
            <media:content url="https://h/c.jpg" medium="image"/></item>
            <item><guid>4</guid><media:content url="https://h/d" medium="executable"/></item>
            """,
            shows: """
                F "F"
                I 1 ""
                - https://h/a 800x0
                I 2 ""
                - https://h/b.PNG?w=1
                I 3 "" [https://h/c.jpg]
                - https://h/c.mp4
                x 0 1 0
                """
        ),
        .rss(
            "numbers that are none",
            namespaces: mrss,
            """
            <item><guid>1</guid><media:content url="https://h/a.mp4" bitrate="-4" width="99999999999"
              height="1080p" duration="1e99" isDefault="yes" type="video"/></item>
            <item><guid>2</guid><media:content url="https://h/b.mp4" bitrate="9223372036854775807"
              width=" 640 " height="0" duration="00:01:00.5" type="*"/></item>
            <item><guid>3</guid><media:content url="https://h/c.mp4" bitrate="NaN" width="inf"
              height="0x10" duration="-1"/></item>
            """,
            shows: """
                F "F"
                I 1 ""
                - https://h/a.mp4
                I 2 "" 60.5
                - https://h/b.mp4 640x0 60.5s
                I 3 ""
                - https://h/c.mp4
                """
        ),
        .atom(
            "Atom as of a channel of videos",
            namespaces: mrss + " xmlns:yt=\"http://www.youtube.com/xml/schemas/2015\"",
            """
            <yt:channelId>U1</yt:channelId><author><name>Chan</name><uri>https://h/c</uri></author>
            <entry><id>yt:video:v1</id><yt:videoId>v1</yt:videoId><title>A</title>
            <link rel="alternate" href="https://h/watch?v=v1"/><author><name>Ann</name></author>
            <published>2024-05-01T10:00:00+00:00</published><updated>2024-05-02T10:00:00Z</updated>
            <media:group><media:title>A!</media:title>
            <media:content url="https://h/v1.mp4" type="video/mp4" width="640" height="390"/>
            <media:thumbnail url="https://h/v1/hq.jpg" width="480" height="360"/>
            <media:description>Long</media:description><media:community>
            <media:starRating count="1"/></media:community></media:group></entry>
            <entry><id>yt:video:v2</id><title>B</title><published>2024-05-01T10:00:00Z</published>
            <media:group><media:content url="https://h/v/v2?version=3"
              type="application/x-shockwave-flash"/></media:group></entry>
            <entry><id>yt:video:v3</id><title>C</title>
            <media:group><media:content url="https://h/v3.mp4"/></media:group></entry>
            """,
            shows: """
                F "F"
                I yt:video:v1 "A" by Ann @1714557600000000 [https://h/v1/hq.jpg]: Long
                - https://h/v1.mp4 video/mp4 640x390
                I yt:video:v3 "C" by Chan
                - https://h/v3.mp4
                x 0 1 0
                """
        ),
    ]
}
