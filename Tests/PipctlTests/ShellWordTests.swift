import TestSupport
import Testing

@testable import pipctl

@Suite struct ShellWordTests {
    @Test(
        arguments: [
            ("a1.17", "a1.17"), ("f1/2024/Fotos_1", "f1/2024/Fotos_1"), ("", "''"),
            ("f1/Peter's", #"'f1/Peter'\''s'"#), ("f1/a b; $(ls) \\", "'f1/a b; $(ls) \\'"),
            ("'\u{308}", "''\\''\u{308}'"),
            ("f1/\u{E9}t\u{E9}", "'f1/\u{E9}t\u{E9}'"),
            ("it's\n\\1\u{202E}b", #"$'it\'s\x0a\\1\xe2\x80\xaeb'"#),
        ]
    )
    func aShellTakesItForTheText(text: String, word: String) throws {
        #expect(ShellWord.quoting(text) == word)
        let result = try Command(["bash", "-c", "printf %s \(word)"]).finish()
        #expect(result.output == text && result.status == 0)
    }
}
