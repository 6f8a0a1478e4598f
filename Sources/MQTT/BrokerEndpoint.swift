/// A broker, and as whom it is talked to. It has a password, and so it is not printed.
public struct BrokerEndpoint: Sendable {
    /// A name or an address.
    public var host: String
    /// 1 to 65535.
    public var port: Int
    /// Whether it is talked to over TLS, as whoever its certificate says.
    public var isSecure: Bool
    /// Whether only addresses of IPv4 are tried; otherwise the first that the name has, which is
    /// one of IPv6 wherever there are both.
    public var isOverIPv4 = false
    /// The file with the certificates that are trusted; nil: the system's.
    public var authorities: String?
    public var user: String?
    public var password: String?
    /// What no other client of the broker is called.
    public var clientID: String
    /// What the broker is to publish when the connection is lost.
    public var will: BrokerMessage
    /// In bytes; of what is longer there is one byte more than that, and the rest is missing.
    public var longestPayload = 65_535

    /// Whether it may be at an address of IPv4 as well.
    var mayBeElsewhere: Bool { !isOverIPv4 && !host.contains(":") }

    public init(host: String, port: Int, isSecure: Bool, clientID: String, will: BrokerMessage) {
        self.host = host
        self.port = port
        self.isSecure = isSecure
        self.clientID = clientID
        self.will = will
    }
}
