internal import Glibc
internal import Platform
internal import Testing

@Suite struct OwnAddressTests {
    /// Of the machine alone nobody else reaches it. Without a network there is none.
    @Test func itIsOneThatOthersReach() throws {
        guard let text = OwnAddress.current else { return }
        var address = in6_addr()
        let isIPv4 = inet_pton(AF_INET, text, &address) == 1
        #expect(isIPv4 || inet_pton(AF_INET6, text, &address) == 1)
        #expect(!text.hasPrefix("127.") && text != "::1" && text != "0.0.0.0")
    }
}
