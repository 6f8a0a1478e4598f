internal import CommandLines
internal import Testing

@Suite struct TypedTextTests {
    @Test(
        arguments: [
            (["a", "rtsp://u:PW@h/x"], "Unexpected argument 'rtsp://u:PW@h/x'\nUsage: x"),
            (["--clock=u:P W@h"], "The value 'u:P W@h' is invalid for '--clock'\nUsage: x"),
            (["--clock", "rtsp:/u:PW@h"], "The value 'rtsp:/u:PW@h' is invalid"),
            (["-rtsp://u:PW@h"], "Unknown option '-rtsp://u:PW@h'"),
            (["\u{1B}[31mu:PW@h"], "Unexpected argument '\u{1B}[31mu:PW@h'"),
        ]
    )
    func whatWasTypedIsShownWithoutPasswordsAndOnItsLine(arguments: [String], message: String) {
        let shown = TypedText.shown(message, typed: arguments)
        #expect(!shown.contains("PW") && !shown.contains("P W"), "\(shown)")
        #expect(shown.contains("***"))
        #expect(!shown.contains("\u{1B}"))
        #expect(shown.split(separator: "\n").count == message.split(separator: "\n").count)
    }
}
