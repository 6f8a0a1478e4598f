import Media
import Testing

@Suite struct StreamIDTests {
    @Test(
        arguments: [
            "a", "door", "Cam.2_left-hand", "0", "_", "9.mp4", String(repeating: "x", count: 64),
        ]
    )
    func validNamesAreKept(name: String) {
        #expect(StreamID(name)?.name == name)
        #expect(StreamID(sanitizing: name).name == name)
        #expect(StreamID(name)?.description == name)
    }

    @Test(
        arguments: [
            "", "-v", ".hidden", "a b", "a/b", "tür", "a\u{0}", "a\n", "..",
            String(repeating: "x", count: 65),
        ]
    )
    func invalidNamesAreRefused(name: String) {
        #expect(StreamID(name) == nil)
    }

    @Test(
        arguments: [
            ("my film.mp4", "my-film.mp4"), ("--flag", "flag"), ("../etc", "etc"),
            ("", "stream"), ("---", "stream"), ("tür", "t--r"), ("a/b", "a-b"),
        ]
    )
    func anyTextHasANearestName(text: String, name: String) {
        #expect(StreamID(sanitizing: text).name == name)
    }

    /// Whatever the text, the result is a name that the rule accepts.
    @Test func sanitizedNamesAreValid() {
        var state: UInt64 = 1
        for _ in 0..<2000 {
            var scalars = String.UnicodeScalarView()
            for _ in 0..<(state >> 60) * 9 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                scalars.append(Unicode.Scalar(UInt8(truncatingIfNeeded: state >> 33)))
            }
            state = state &* 6_364_136_223_846_793_005 &+ 1
            let name = StreamID(sanitizing: String(scalars)).name
            #expect(StreamID(name) != nil)
        }
    }
}

@Suite struct TableIndexTests {
    @Test func indicesArePositionsInTheTables() {
        #expect(StreamState.allCases.map(\.index) == Array(StreamState.allCases.indices))
        #expect(DropReason.allCases.map(\.index) == Array(DropReason.allCases.indices))
    }

    @Test func anIndexFindsItsState() {
        for state in StreamState.allCases { #expect(StreamState(index: state.index) == state) }
        #expect(StreamState(index: -1) == nil)
        #expect(StreamState(index: 6) == nil)
    }

    @Test func labelsAreThoseOfTheContract() {
        #expect(
            DropReason.allCases.map(\.rawValue) == [
                "rate", "late", "superseded", "overflow", "flush", "decode_error", "format",
                "no_output",
            ]
        )
        #expect(ViewName.allCases.map(\.rawValue) == ["main", "pip"])
    }
}
