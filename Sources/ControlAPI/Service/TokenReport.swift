/// What a token permits, from the least on.
public enum TokenRole: String, Hashable, Sendable, Codable, CaseIterable {
    /// To see what is shown and measured.
    case viewer
    /// To change what is on the screen, with what there is.
    case `operator`
    /// To say what there is as well: streams, playlists and feeds, and files to write.
    case admin
}

/// A token, without what lets anybody in.
public struct TokenReport: Hashable, Sendable, Codable {
    public var id: String
    public var role: TokenRole
    /// Whom or what it is for; nil where nobody said.
    public var name: String?
    /// When it was made, in seconds since 1970.
    public var created: Double

    public init(id: String, role: TokenRole, name: String? = nil, created: Double) {
        self.id = id
        self.role = role
        self.name = name
        self.created = created
    }
}

/// Every token: the answer of `GET /v1/tokens`.
public struct TokenList: Hashable, Sendable, Codable {
    public var tokens: [TokenReport]
    /// Where browsers find the page; nil where no port is listened on.
    public var url: String?

    public init(tokens: [TokenReport], url: String?) {
        self.tokens = tokens
        self.url = url
    }
}

/// A token that was just made, with its secret, which nobody is told a second time.
public struct NewTokenReport: Hashable, Sendable, Codable {
    public var token: TokenReport
    /// What is presented: `Authorization: Bearer SECRET`.
    public var secret: String
    /// Where a browser is let in with it; nil where no port is listened on.
    public var url: String?

    public init(token: TokenReport, secret: String, url: String?) {
        self.token = token
        self.secret = secret
        self.url = url
    }
}

/// Who somebody is once a browser has been let in: the answer of `POST /v1/session`.
public struct SessionReport: Hashable, Sendable, Codable {
    public var role: TokenRole

    public init(role: TokenRole) {
        self.role = role
    }
}

/// What a token's name and its secret may be.
public enum TokenLimits {
    public static let nameCharacters = 1...64

    /// Whether a text may be a secret: 256 bits in base64 as in addresses, without padding.
    public static func isSecret(_ text: some StringProtocol) -> Bool {
        text.utf8.count == 43
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
                default: false
                }
            }
    }

    /// Whether a text may be one: printable, of 1 to 64 characters. What turns the direction of
    /// writing is not; what joins letters and emoji is.
    public static func isName(_ text: String) -> Bool {
        nameCharacters.contains(text.unicodeScalars.count)
            && text.unicodeScalars.allSatisfy { scalar in
                switch scalar.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator: false
                case .format: [0x200C, 0x200D].contains(scalar.value) || isTag(scalar)
                default: true
                }
            }
    }

    /// What flags of regions consist of.
    private static func isTag(_ scalar: Unicode.Scalar) -> Bool {
        (0xE0020...0xE007F).contains(scalar.value)
    }
}
