extension Fixture {
    static let atom: [Self] = [
        .atom(
            "enclosures among other links",
            """
            <logo>https://h/logo.png</logo><entry><id>urn:1</id><title>A</title>
            <link href="https://h/1.html"/><link rel="self" href="https://h/1.xml"/>
            <link rel="enclosure" type="video/mp4" href="a.mp4" length="9" title="HD"/>
            <link rel="Enclosure" type="video/webm" href="/a.webm"/>
            <updated>2024-05-01T10:00:00.25Z</updated>
            <category term="news" label="News"/><category term="sport"/><category/>
            <summary type="html">&lt;p&gt;x &amp;amp; y&lt;/p&gt;</summary></entry>
            """,
            shows: """
                F "F" [https://h/logo.png]
                I urn:1 "A" @1714557600250000 in News, sport: x & y
                - https://h/f/a.mp4 video/mp4
                - https://h/a.webm video/webm
                """
        ),
        .atom(
            "titles of each type",
            """
            <entry><id>1</id><title>AT&amp;amp;T &lt;b&gt;</title>
            <link rel="enclosure" href="1.mp4"/></entry>
            <entry><id>2</id><title type="html">AT&amp;amp;T &lt;b&gt;!&lt;/b&gt;</title>
            <link rel="enclosure" href="2.mp4"/></entry>
            <entry><id>3</id><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Less:
            <em> &lt; </em>&amp;<p>more</p></div></title><link rel="enclosure" href="3.mp4"/></entry>
            <entry><id>4</id><title type="text"><![CDATA[<i>]]></title>
            <link rel="enclosure" href="4.mp4"/>
            <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>a</p><p>b</p></div>
            </content></entry>
            """,
            shows: """
                F "F"
                I 1 "AT&amp;T <b>"
                - https://h/f/1.mp4
                I 2 "AT&T !"
                - https://h/f/2.mp4
                I 3 "Less: < & more"
                - https://h/f/3.mp4
                I 4 "<i>": a b
                - https://h/f/4.mp4
                """
        ),
        Self(
            "Atom under a prefix, with nested bases",
            """
            <a:feed xmlns:a="http://www.w3.org/2005/Atom" xml:base="https://cdn/x/">
            <a:title>P</a:title><a:entry xml:base="y/"><a:id>1</a:id><a:title>A</a:title>
            <a:link rel="enclosure" href="a.mp4" xml:base="../z/"/>
            <a:link rel="enclosure" href="b.mp4"/></a:entry></a:feed>
            """,
            shows: """
                F "P"
                I 1 "A"
                - https://cdn/x/z/a.mp4
                - https://cdn/x/y/b.mp4
                """
        ),
        Self(
            "Atom 0.3",
            """
            <feed version="0.3" xmlns="http://purl.org/atom/ns#"><title>Old</title>
            <entry><id>1</id><title mode="escaped" type="text/html">A &lt;b&gt;B&lt;/b&gt;</title>
            <issued>2003-12-13T08:29:29-04:00</issued><modified>2003-12-14T08:29:29Z</modified>
            <author><name>Ann</name></author><link rel="enclosure" href="https://h/a.mpg"/></entry>
            </feed>
            """,
            shows: """
                F "Old"
                I 1 "A B" by Ann @1071318569000000
                - https://h/a.mpg
                """
        ),
        Self(
            "Atom without its namespace",
            """
            <feed><title>N</title><entry><id>1</id><title>A</title>
            <link rel="enclosure" href="https://h/a.mp4" type="video/mp4"/></entry></feed>
            """,
            shows: """
                F "N"
                I 1 "A"
                - https://h/a.mp4 video/mp4
                """
        ),
        .atom(
            "content that is elsewhere",
            """
            <entry><id>1</id><title>A</title><content src="a.mp4" type="video/mp4"/></entry>
            <entry><id>2</id><title>B</title><content src="b.html" type="text/html"/></entry>
            """,
            shows: """
                F "F"
                I 1 "A"
                - https://h/f/a.mp4 video/mp4
                x 0 1 0
                """
        ),
        .atom(
            "an entry that names where it is from",
            """
            <entry><source><id>s</id><title>Source</title><updated>2001-01-01</updated></source>
            <id>1</id><title>A</title><link rel="enclosure" href="https://h/a.mp4"/></entry>
            """,
            shows: """
                F "F"
                I 1 "A"
                - https://h/a.mp4
                """
        ),
    ]

    static let xspf: [Self] = [
        Self(
            "XSPF",
            """
            <playlist version="1" xmlns="http://xspf.org/ns/0/"><title>L</title>
            <creator>Me</creator><trackList><track><location>https://h/a.mp4</location>
            <location>a.webm</location><identifier>urn:a</identifier><title>A &lt;1&gt;</title>
            <creator>Ann</creator><annotation>Text</annotation><image>a.jpg</image>
            <duration>12500</duration></track>
            <track><location>https://h/b.mp4</location></track><track><title>None</title></track>
            </trackList></playlist>
            """,
            shows: """
                F "L"
                I urn:a "A <1>" by Ann [https://h/f/a.jpg] 12.5: Text
                - https://h/a.mp4
                - https://h/f/a.webm
                I https://h/b.mp4 "" by Me
                - https://h/b.mp4
                x 0 1 0
                """
        ),
        Self(
            "XSPF without its namespace",
            """
            <playlist><trackList><track><title>A</title><location>https://h/a.mp4</location></track>
            </trackList></playlist>
            """,
            shows: "F \"\"\nI https://h/a.mp4 \"A\"\n- https://h/a.mp4"
        ),
    ]
}
