extension Fixture {
    static let rss: [Self] = [
        .rss(
            "an item with all that RSS has",
            """
            <item><title>One</title><link>https://h/1.html</link><guid>g1</guid>
            <pubDate>Wed, 01 May 2024 10:00:00 GMT</pubDate><category>News</category>
            <category domain="x">Sport &amp; Fun</category><author>a@h (Ann)</author>
            <description>What &lt;b&gt;it&lt;/b&gt; is</description>
            <enclosure url="https://h/1.mp4" length="123" type="video/mp4"/></item>
            """,
            shows: """
                F "F"
                I g1 "One" by Ann @1714557600000000 in News, Sport & Fun: What it is
                - https://h/1.mp4 video/mp4
                """
        ),
        .rss(
            "titles in CDATA, with tags and references",
            """
            <item><guid>1</guid><title><![CDATA[<b>Tom</b> &amp; Jerry &#8217;n&nbsp;all]]></title>
            <enclosure url="https://h/1.mp4"/></item>
            <item><guid>2</guid><title>1 &lt; 2 &amp;amp; 3 &gt; 2</title>
            <enclosure url="https://h/2.mp4"/>
            <description><![CDATA[<p>One</p><p>two</p><script>if (a<b) x()</script><!-- no -->
            three<br/>four]]></description></item>
            <item><guid>3</guid><title>  split
              in   <![CDATA[three]]> parts </title><enclosure url="https://h/3.mp4"/></item>
            """,
            shows: """
                F "F"
                I 1 "Tom & Jerry ’n all"
                - https://h/1.mp4
                I 2 "1 < 2 & 3 > 2": One two three four
                - https://h/2.mp4
                I 3 "split in three parts"
                - https://h/3.mp4
                """
        ),
        .rss(
            "items without a guid are known by their address",
            """
            <item><title>A</title><enclosure url="https://h/a.mp4" type="video/mp4"/></item>
            <item><title>A</title><guid> </guid><enclosure url="https://h/b.mp4"/></item>
            <item><title>B</title><guid isPermaLink="true">
              https://h/b.html </guid><enclosure url="https://h/c.mp4"/></item>
            """,
            shows: """
                F "F"
                I https://h/a.mp4 "A"
                - https://h/a.mp4 video/mp4
                I https://h/b.mp4 "A"
                - https://h/b.mp4
                I https://h/b.html "B"
                - https://h/c.mp4
                """
        ),
        .rss(
            "what comes twice is kept once",
            """
            <item><guid>1</guid><title>A</title><enclosure url="https://h/a.mp4"/></item>
            <item><guid>1</guid><title>B</title><enclosure url="https://h/b.mp4"/></item>
            <item><title>C</title><enclosure url="https://h/c.mp4"/></item>
            <item><title>D</title><enclosure url="https://h/c.mp4"/></item>
            """,
            shows: """
                F "F"
                I 1 "A"
                - https://h/a.mp4
                I https://h/c.mp4 "C"
                - https://h/c.mp4
                x 0 0 2
                """
        ),
        .rss(
            "links are relative to the feed",
            """
            <item><guid>1</guid><enclosure url="../v/a.mp4?x=1&amp;y=2#t=3"/></item>
            <item><guid>2</guid><enclosure url="//cdn.h/b.mp4"/></item>
            <item><guid>3</guid><enclosure url=" c d ü.mp4 "/></item>
            <item><guid>4</guid><enclosure url="/e.mp4"/></item>
            <item><guid>5</guid><enclosure url="./x/../../../y/./z.mp4"/></item>
            <item><guid>6</guid><enclosure url="?v=1"/></item>
            <item><guid>7</guid><enclosure url=""/></item>
            <item><guid>8</guid><enclosure url="#top"/></item>
            """,
            shows: """
                F "F"
                I 1 ""
                - https://h/v/a.mp4?x=1&y=2
                I 2 ""
                - https://cdn.h/b.mp4
                I 3 ""
                - https://h/f/c%20d%20%C3%BC.mp4
                I 4 ""
                - https://h/e.mp4
                I 5 ""
                - https://h/y/z.mp4
                I 6 ""
                - https://h/f/feed.xml?v=1
                x 0 2 0
                """
        ),
        .rss(
            "links are relative to xml:base",
            """
            <item xml:base="https://cdn/v/"><guid>1</guid><enclosure url="a.mp4"/></item>
            <item xml:base="w/"><guid>2</guid><enclosure xml:base="x/" url="b.mp4"/></item>
            """,
            shows: """
                F "F"
                I 1 ""
                - https://cdn/v/a.mp4
                I 2 ""
                - https://h/f/w/x/b.mp4
                """
        ),
        .rss(
            "several enclosures are one thing in several forms",
            """
            <item><guid>1</guid><title>A</title>
            <enclosure url="https://h/a.webm" type="Video/WebM; codecs=vp9"/>
            <enclosure url="https://h/a.mp4" type="video/mp4"/>
            <enclosure url="https://h/a.jpg" type="image/jpeg"/>
            <enclosure url="https://h/a.pdf" type="application/pdf"/></item>
            """,
            shows: """
                F "F"
                I 1 "A" [https://h/a.jpg]
                - https://h/a.webm video/webm
                - https://h/a.mp4 video/mp4
                """
        ),
        .rss("a feed without items", "", shows: "F \"F\""),
        .rss(
            "items with nothing to show",
            """
            <item><title>A page</title><link>https://h/a.html</link></item>
            <item><title>A paper</title><enclosure url="https://h/a.pdf" type="application/pdf"/></item>
            <item><title>Other schemes</title><enclosure url="rtmp://h/a" type="video/mp4"/></item>
            <item><enclosure url="ftp://h/a.mp4"/></item><item><enclosure url="magnet:?xt=a"/></item>
            <item><enclosure url="javascript:a()"/></item><item><enclosure url="data:video/mp4,a"/></item>
            <item><enclosure url="https:///a.mp4"/></item><item><enclosure url="http:a.mp4"/></item>
            <item><enclosure url="https://a b/c.mp4"/></item><item/>
            <item><enclosure url="file:///srv/a.mp4"/></item><item><enclosure/></item>
            """,
            shows: "F \"F\"\nx 0 13 0"
        ),
    ]
}
