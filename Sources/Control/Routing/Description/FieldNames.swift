internal import HTTPTypes

/// Header fields that HTTPTypes has no names for; each is checked once, not with each answer.
extension HTTPField.Name {
    static let crossOriginResourcePolicy = named("Cross-Origin-Resource-Policy")
    static let pipdFrame = named("Pipd-Frame")
    static let pipdImage = named("Pipd-Image")
    static let referrerPolicy = named("Referrer-Policy")
    static let secFetchSite = named("Sec-Fetch-Site")
    static let xAccelBuffering = named("X-Accel-Buffering")
    static let xForwardedFor = named("X-Forwarded-For")
    static let xForwardedProto = named("X-Forwarded-Proto")

    private static func named(_ text: String) -> Self {
        guard let name = Self(text) else { preconditionFailure("\(text) is no field's name") }
        return name
    }
}
