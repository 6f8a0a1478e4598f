internal import Media
internal import Testing

@Suite struct OutsideTextTests {
    @Test(
        arguments: [
            ("door", "door"), ("night@home.mp4", "night@home.mp4"), ("50%", "50%"),
            ("/srv/a:b@c.mp4", "/srv/a:b@c.mp4"), ("/srv/100%20sure", "/srv/100%20sure"),
            ("rtsp://u:PW@h/x", "rtsp://u:***@h/x"), (" rtsp://u:PW@h", " rtsp://u:***@h"),
            ("rtsp:/u:PW@h", "rtsp:/u:***@h"), ("rtsp:u:PW@h", "rtsp:u:***@h"),
            ("//u:PW@h", "//u:***@h"), ("rtsp://PW@h", "rtsp://***@h"),
            ("http://user%3APW@h", "http://***@h"), ("file://u:PW@h/x", "file://u:***@h/x"),
            ("u:P W@h", "u:***@h"), ("rtsp:%2F%2Fu:PW@h", "rtsp:***@h"),
            ("rtsp%253A%252F%252Fu%253APW%2540h", "rtsp://u:***@h"),
            ("/etc/rtsp://u:PW@h/x", "/etc/rtsp://u:***@h/x"),
            ("/etc/rtsp:u:PW@h", "/etc/rtsp:u:***@h"),
            ("kms:rtsp://PW@h", "kms:***@h"), ("a b=rtsp://u:PW@h", "a b=rtsp://u:***@h"),
            ("\u{1B}[31mu:PW@h\n", "\\x1b[31mu:***@h\\n"), ("x\u{202E}y", "x\\u{202e}y"),
        ]
    )
    func aTextShowsNoPasswordAndSteersNothing(text: String, shown: String) {
        #expect(OutsideText.shown(text) == shown)
        #expect(OutsideText.shown(shown) == shown)
    }

    @Test(
        arguments: [
            ("rtsp://h:554: nothing came for 5 s", "rtsp://h:554: nothing came for 5 s"),
            ("is rtsp://u:PW@h/x: refused.", "is rtsp://u:***@h/x: refused."),
            ("'rtsp://u:PW@h', or (http://PW@h)", "'rtsp://u:***@h', or (http://***@h)"),
            ("udp://@239.0.0.1:1234: silence", "udp://@239.0.0.1:1234: silence"),
            ("[http://[::1]:80]; at 12:30 by me@home", "[http://[::1]:80]; at 12:30 by me@home"),
            ("see http://h/a?token=PW.", "see http://h/a?token=***."),
            ("http://u:***@h:80/x, again", "http://u:***@h:80/x, again"), ("a = b", "a = b"),
            ("two\nlines rtsp://u:PW@h", "two\\nlines rtsp://u:***@h"),
        ]
    )
    func aMessageShowsNoPasswordOfTheAddressesInIt(message: String, shown: String) {
        #expect(OutsideText.shown(message: message) == shown)
    }

    @Test func whateverIsPutIntoAMessageIsShown() {
        let address = "rtsp://u:P W@h"
        let part: MessageText = "'\(address)'"
        let message: MessageText = "\(part), " + "\(address.prefix(99)), \(AddressText(address))"
        #expect("\(message)" == "'rtsp://u:***@h', rtsp://u:***@h, rtsp://u:***@h")
        let reason = "rtsp://h:554: no answer"
        #expect("\("lost: \(message: reason)" as MessageText)" == "lost: \(reason)")
        #expect("\("1\n2: \("3\n")" as MessageText)" == "1\n2: 3\\n")
    }

    /// Some of these took hours, or all of a thread's stack.
    @Test(
        .timeLimit(.minutes(30)),
        arguments: [
            "/" + String(repeating: "x://", count: 1_000), String(repeating: "x://", count: 40_000),
            "x://" + String(repeating: "a//", count: 43_000),
            "http://h/" + String(repeating: "x://", count: 500) + "u:PW@h",
            "http://h/?" + String(repeating: "a=x://h?", count: 250) + "u:PW@h",
            "http://h/" + String(repeating: "//", count: 1_000) + "u:PW@h",
        ]
    )
    func noTextTakesLong(text: String) {
        let all = [
            OutsideText.shown(text), OutsideText.shown(requestPath: text),
            OutsideText.shown(message: "is \(text): no"), SourceText.redacted(text),
        ]
        #expect(!all.contains { $0.contains("PW") })
    }
}
