internal import ControlAPI
internal import FoundationEssentials
internal import Media

/// 256 random bits that let whoever has them in. What is kept of them is `digest`.
struct Secret {
    /// As it is presented: base64 as in addresses (RFC 4648, § 5), without padding.
    let text: String

    /// Of the system's random numbers, unless a test has others.
    init(using generator: inout some RandomNumberGenerator) {
        let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
        text = Base64.text(bytes).replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }

    init() {
        var system = SystemRandomNumberGenerator()
        self.init(using: &system)
    }

    var digest: String { SHA256.hexadecimal(of: Array(text.utf8)) }

    /// What a text is looked up by: who does not have the secret cannot choose it, so that how long
    /// a look-up takes says nothing.
    ///
    /// - Returns: nil for what can be none, which costs nothing.
    static func digest(of text: some StringProtocol) -> String? {
        guard TokenLimits.isSecret(text) else { return nil }
        return SHA256.hexadecimal(of: Array(text.utf8))
    }
}
