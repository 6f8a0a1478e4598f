import Testing

@testable import Feeds

@Suite struct FeedAddressTests {
    /// RFC 3986 §5.4, as far as it is about what is accepted here; fragments are left off.
    @Test(
        arguments: [
            ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"), ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"),
            ("g?y", "http://a/b/c/g?y"), ("g#s", "http://a/b/c/g"), (";x", "http://a/b/c/;x"),
            ("g;x?y#s", "http://a/b/c/g;x?y"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
            ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"),
            ("../..", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"),
            ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."),
            ("..g", "http://a/b/c/..g"), ("./g/.", "http://a/b/c/g/"),
            ("g/./h", "http://a/b/c/g/h"),
            ("g/../h", "http://a/b/c/h"), ("g?y/../x", "http://a/b/c/g?y/../x"),
            ("g?", "http://a/b/c/g?"), ("HTTPS://H", "https://H/"),
            ("https://u:p@h:8/x?y#z", "https://u:p@h:8/x?y"), (" g\n", "http://a/b/c/g"),
            ("a\tb", "http://a/b/c/ab"), ("ä b", "http://a/b/c/%C3%A4%20b"),
            ("%20%zz", "http://a/b/c/%20%zz"), ("\\x", "http://a/b/c/%5Cx"),
            ("http:g", nil), ("mailto:x", nil), ("ftp://h/x", nil), ("", nil), ("#s", nil),
            ("http://", nil), ("http://:80/", nil), ("http://u@/x", nil), ("http://a b/", nil),
            ("http://a<b/", nil), (":x", nil), ("a:b", nil),
        ] as [(String, String?)]
    )
    func referencesAreResolvedAsTheStandardSays(reference: String, address: String?) {
        let base = FeedAddress("http://a/b/c/d;p?q")
        #expect(FeedAddress(reference: reference, base: base)?.text == address)
    }

    @Test(
        arguments: [
            ("/srv/a.mp4", "file:///srv/a.mp4"), ("/s v/100%.m3u", "file:///s%20v/100%25.m3u"),
            ("/srv/../a", "file:///a"), ("file:///srv/a%20b", "file:///srv/a%20b"),
            ("file://localhost/a", "file:///a"), ("file:/a", "file:///a"),
            ("FILE:///a?x#y", "file:///a"), ("file://host/a", nil), ("file:a", nil),
            ("file:///a%00b", nil), ("srv/a.mp4", nil), ("//h/a", nil),
        ] as [(String, String?)]
    )
    func filesAreOfThisMachine(text: String, address: String?) {
        #expect(FeedAddress(text)?.text == address)
    }

    @Test func anAddressHasALimit() {
        let longest = "http://h/" + String(repeating: "a", count: FeedLimits.addressBytes - 9)
        #expect(FeedAddress(longest) != nil)
        #expect(FeedAddress(longest + "a") == nil)
        let base = FeedAddress(longest)
        #expect(FeedAddress(reference: "b", base: base)?.text == "http://h/b")
        #expect(FeedAddress(reference: "?" + longest.dropFirst(8), base: base) == nil)
        // Escapes count.
        #expect(FeedAddress("http://h/" + String(repeating: "ä", count: 1_000)) == nil)
    }
}
