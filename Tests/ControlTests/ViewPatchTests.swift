internal import ControlAPI
internal import Media
internal import Testing

@testable internal import Control

@Suite struct ViewPatchTests {
    private func patch(_ text: String) throws -> ViewPatch {
        try ViewPatch(json: JSONValue(parsing: Array(text.utf8)))
    }

    @Test func whatIsNotMentionedStays() throws {
        #expect(try patch("{}") == ViewPatch())
        #expect(try patch(#"{"pip":{}}"#) == ViewPatch())
    }

    @Test func nullRemovesAStream() throws {
        var expected = ViewPatch()
        expected.main = .removed
        expected.pip.stream = .removed
        #expect(try patch(#"{"main":null,"pip":{"stream":null}}"#) == expected)
    }

    @Test(
        arguments: [
            (#"{"corner":"top-left"}"#, .corner("top-left")),
            (#"{"corner":"top-left","x":null,"y":null}"#, .corner("top-left")),
            (#"{"x":0.5,"y":1}"#, .free(x: 0.5, y: 1)),
            (#"{"x":0.5}"#, .free(x: 0.5, y: nil)),
            (#"{"corner":null,"y":0}"#, .free(x: nil, y: 0)),
            (#"{"corner":null}"#, nil),
        ] as [(String, PIPPlace?)]
    )
    func aPlaceIsACornerOrFree(pip: String, place: PIPPlace?) throws {
        #expect(try patch(#"{"pip":\#(pip)}"#).pip.place == place)
    }

    @Test func theViewHasAGravityAndATransition() throws {
        var expected = ViewPatch()
        expected.gravity = "resize"
        expected.transition = "fade"
        #expect(try patch(#"{"gravity":"resize","transition":"fade"}"#) == expected)
        #expect(throws: ControlError.self) { try patch(#"{"transition":"wipe"}"#) }
    }

    @Test func theWindowHasAGravityAndAnAspect() throws {
        var expected = ViewPatch()
        expected.pip.gravity = "resize-aspect"
        expected.pip.aspect = "4:3"
        let text = #"{"pip":{"gravity":"resize-aspect","aspect":"4:3","window":{"x":1}}}"#
        #expect(try patch(text) == expected)
    }

    @Test(
        arguments: [
            ("size", "0.1"), ("size", "0.5"), ("aspect", #""source""#), ("aspect", #""1:9999""#),
            ("margin", "0"), ("margin", "0.25"),
            ("opacity", "1"), ("border", "256"), ("radius", "0"), ("x", "1"), ("y", "0"),
        ])
    func rangesIncludeTheirEnds(key: String, value: String) throws {
        #expect(try patch(#"{"pip":{"\#(key)":\#(value)}}"#) != ViewPatch())
    }

    @Test(
        arguments: [
            ("size", "0.09"), ("size", "0.51"), ("size", #""0.2""#), ("size", "null"),
            ("size", "1e999"), ("margin", "-0.01"), ("opacity", "1.01"), ("border", "-1"),
            ("radius", "257"), ("border", "true"), ("x", "1.1"), ("y", "-1"), ("enabled", "1"),
            ("aspect", #""4/3""#), ("aspect", "1.5"), ("aspect", "null"), ("aspect", #""04:3""#),
            ("aspect", #""4:+3""#), ("gravity", #""fill""#), ("gravity", "null"),
            ("enabled", "null"), ("corner", #""left""#), ("stream", #""""#), ("stream", "7"),
        ])
    func valuesOutsideAreRefused(key: String, value: String) {
        #expect(throws: ControlError.self) { try patch(#"{"pip":{"\#(key)":\#(value)}}"#) }
    }

    @Test func deepNestingIsRefusedAndDoesNotCrash() {
        let text = String(repeating: "[", count: 60_000)
        let refusal = ControlError.badRequest(
            "The body is nested too deeply; accepted are 16 levels."
        )
        #expect(throws: refusal) { try patch(text) }
        let closed = text + String(repeating: "]", count: 60_000)
        #expect(throws: refusal) { try patch(closed) }
    }
}
