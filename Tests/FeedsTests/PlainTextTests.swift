import Testing

@testable import Feeds

@Suite struct PlainTextTests {
    @Test(
        arguments: [
            ("a < b > c", "a < b > c"), ("a<br>b<BR/>c", "a b c"), ("a<b>b</b>c", "abc"),
            ("<a href='x>y'>z</a>", "y'>z"), ("a<b", "a<b"), ("<", "<"), ("<>", "<>"),
            ("a<!-- <b> -->b", "ab"), ("a<!-- b", "a<!-- b"), ("<!DOCTYPE html>a", "a"),
            ("<SCRIPT>x<y</Script >z", "z"), ("<style>a{}", "a{}"), ("<p>a</p>\n<p>b</p>", "a b"),
            ("&lt;b&gt;&amp;&quot;&apos;&#39;&#x27;", "<b>&\"'''"), ("&nbsp;a&nbsp;&nbsp;b", "a b"),
            ("&eacute;&Eacute;&yuml;&szlig;", "éÉÿß"), ("&nope; &amp &;", "&nope; &amp &;"),
            ("&#0;&#8;a&#xD800;&#x110000;", "a&#xD800;&#x110000;"), ("&#150;&#x80;", "–€"),
            ("&#+5;&#x+5;&#;&#x;", "&#+5;&#x+5;&#;&#x;"), ("&amp;lt;", "&lt;"),
            ("\u{A0}a\u{2028}b\u{FEFF}", "a b"), ("a\u{0}\u{7F}b", "a b"), ("🧀&#x1F9C0;", "🧀🧀"),
        ]
    )
    func htmlIsMadePlain(html: String, plain: String) {
        #expect(PlainText.of(html, isHTML: true, limit: 1_000) == plain)
    }

    @Test func plainTextStaysAsItIs() {
        #expect(PlainText.of(" <b> &amp;\n x", isHTML: false, limit: 100) == "<b> &amp; x")
    }

    @Test(arguments: 0...12)
    func aTextIsCutOffBetweenCharacters(limit: Int) {
        let text = PlainText.of("aä€🧀&auml;b", isHTML: true, limit: limit)
        #expect(text.utf8.count <= limit)
        #expect("aä€🧀äb".hasPrefix(text))
        #expect(limit < 12 || text == "aä€🧀äb".prefix(5))
    }

    /// Each was looked for from every place to the end, or would be.
    @Test(
        .timeLimit(.minutes(30)),
        arguments: ["<a ", "<!-- ", "<script>", "&amp", "</", "&#x", "<script></scrip"]
    )
    func noTextTakesLong(part: String) {
        let text = String(repeating: part, count: FeedLimits.elementTextBytes / part.utf8.count)
        #expect(PlainText.of(text, isHTML: true, limit: 1 << 20).utf8.count <= text.utf8.count)
    }
}
