internal import ControlAPI
internal import Foundation
internal import Media
internal import Testing

@testable internal import Control

@Suite struct JSONShapeTests {
    @Test(
        arguments: [
            (#"{"a":1,"a":2}"#, "a"),
            (#"{"a" : 1 , "b":2, "a":1}"#, "a"),
            (#"{"a":1,"\u0061":2}"#, "a"),
            (#"{"é":1,"e\u0301":2}"#, "é"),
            (#"{"x":{"y":[{"k":1,"k":2}]}}"#, "k"),
            (#"{"":1,"":2}"#, ""),
            (#"{"\"":1,"\u0022":2}"#, "\""),
            (#"{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}"#, nil),
            (#"{"a":"a","b":"a\":\"b"}"#, nil),
            (#"["a","a"]"#, nil),
            (#""a":1"#, nil),
            (#"{"a"#, nil),
            (#"{"a\"#, nil),
        ] as [(String, String?)]
    )
    func aKeyThatAnObjectHasTwiceIsFound(text: String, key: String?) {
        #expect(JSONShape(of: Array(text.utf8)).repeatedKey == key)
    }

    @Test func aRepeatedKeyIsRefusedByName() {
        let error = #expect(throws: ControlError.self) {
            try JSONValue(parsing: Array(#"{"url":"a","url":"b"}"#.utf8))
        }
        #expect(error?.status == 400)
        #expect(error?.detail.description.contains("'url' twice") == true)
    }

    /// What the decoder would take, and RFC 8259 does not.
    @Test(
        arguments: [
            #"{"main":"a",}"#, #"{"main":"a" , }"#, "[1,]", #"{"a":[1,],"b":2}"#, "{,}", "[,1]",
            "[1,,2]", #"{"a":1,,"b":2}"#, "[01]", "[+1]", "[.5]", "[1.]", "[1e]", "[NaN]",
            "[Infinity]", "['a']", "[0x1]", "{a:1}", "[\"\t\"]", "[\"\n\"]", "[1] [2]", "[1]]",
            "/**/[1]", "[1]//", "[nil]", "[True]", #"["\x"]"#, #"["\u12"]"#, "[1 2]",
            #"{"a" 1}"#, "[\u{B}1]", "[\u{A0}1]",
        ])
    func whatIsNotJSONIsRefused(text: String) {
        let error = #expect(throws: ControlError.self, "\(text)") {
            try JSONValue(parsing: Array(text.utf8))
        }
        #expect(error?.status == 400)
    }

    @Test(arguments: [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32])
    func otherEncodingsThanUTF8AreRefused(encoding: String.Encoding) throws {
        let bytes = try #require("{}".data(using: encoding))
        let error = #expect(throws: ControlError.self) { try JSONValue(parsing: Array(bytes)) }
        #expect(error?.detail.description.contains("UTF-8") == true)
    }

    @Test func commasInStringsAreText() throws {
        let value = try JSONValue(parsing: Array(#"{"a":",","b":[",}"],"c":"],}"}"#.utf8))
        #expect(value["c"]?.stringValue == "],}")
    }

    @Test func depthAndCommasLeaveStringsOut() {
        let shape = JSONShape(of: Array(#"{"a":["[[,,",[{},"\",["]]}"#.utf8))
        #expect(shape.depth == 4)
        #expect(shape.commas == 2)
    }
}
