internal import HTTPTypes

extension HTTPFields {
    /// Says what a browser is to make of an answer: what the answer says that it is, for the page
    /// of this address alone. A page has its own policy.
    mutating func confine() {
        self[.xContentTypeOptions] = "nosniff"
        if self[.contentSecurityPolicy] == nil {
            self[.contentSecurityPolicy] = "default-src 'none'; frame-ancestors 'none'"
        }
        self[.crossOriginResourcePolicy] = "same-origin"
    }
}
