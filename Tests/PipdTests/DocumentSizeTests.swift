import ControlAPI
import Testing

@testable import pipd

@Suite struct DocumentSizeTests {
    /// Each level names the one before it nine times: 350 bytes for 3,500,000,000 nodes.
    private static let bomb =
        "a: &a [x,x,x,x,x,x,x,x,x]\n"
        + zip("abcdefghi", "bcdefghij").map { before, name in
            "\(name): &\(name) [\(Array(repeating: "*\(before)", count: 9).joined(separator: ","))]\n"
        }.joined()

    /// A text that is too much, and what the message must say of it.
    @Test(
        arguments: [
            (bomb, ["x:5", "10000", "alias"]),
            (bomb + "? *j\n: x\n", ["x:5", "10000"]),
            ("? \(bomb.replacing("\n", with: "\n  "))\n: x\n", ["10000"]),
            ("main: [\(String(repeating: "a,", count: 10_001))]", ["x:1", "10000"]),
            (String(repeating: "- ", count: 33), ["x:1", "32"]),
            ("main: " + String(repeating: "[", count: 2_000), ["x:1", "other"]),
            (
                "a: &a \(nested(20))\nb: &b \(nested(20, around: "*a"))\n",
                ["x:2", "32"]
            ),
            (String(repeating: "%TAG !a! tag:x:\n", count: 17), ["x:17", "%", "16"]),
            (String(repeating: "#\n", count: 600_000), ["x: ", "1 MiB"]),
        ] as [(text: String, words: [String])]
    )
    func whatIsTooMuchIsRefusedBeforeAnythingIsMadeOfIt(text: String, words: [String]) {
        let error = #expect(throws: ConfigurationError.self) {
            try ConfigurationFile.parse(text, name: "x")
        }
        for word in words {
            #expect(error?.description.contains(word) == true, "\(String(describing: error))")
        }
    }

    private static func nested(_ depth: Int, around core: String = "x") -> String {
        String(repeating: "[", count: depth) + core + String(repeating: "]", count: depth)
    }

    @Test func anAliasCountsAsWhatItStandsFor() throws {
        var size = DocumentSize()
        try size.count(.collectionBegan(anchor: nil))
        try size.count(.collectionBegan(anchor: "a"))
        for _ in 0..<998 { try size.count(.scalar(anchor: nil)) }
        try size.count(.collectionEnded)
        for _ in 0..<9 { try size.count(.alias(of: "a")) }
        var excess: DocumentSize.Excess?
        do throws(DocumentSize.Excess) {
            try size.count(.alias(of: "a"))
        } catch {
            excess = error
        }
        #expect(excess == .nodes)
    }

    @Test func aConfigurationWithAliasesIsAccepted() throws {
        let text = """
            streams:
              a: &camera { url: "rtsp://x/1", timeout: 2 }
              b: *camera
            """
        let file = try ConfigurationFile.parse(text, name: "x")
        #expect(file.streams.map(\.fields.timeout) == [2, 2])
    }

    /// YAML 1.1 reads in base 60 what is written with colons.
    @Test func aNumberInBaseSixtyIsNone() {
        let text = "streams:\n  a: { url: demo, threads: 9223372036854775807:59 }"
        #expect(throws: ConfigurationError.self) {
            try ConfigurationFile.parse(text, name: "x")
        }
        #expect(throws: ConfigurationError.self) {
            try ConfigurationFile.parse("max_fps: 0:30", name: "x")
        }
    }
}
