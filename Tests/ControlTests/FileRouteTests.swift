import ControlAPI
import HTTPTypes
import NIOCore
import Testing

@testable import Control

/// Files of the library, whole and in part.
@Suite struct FileRouteTests {
    private static let uri = "/v1/library/assets/1/file"

    /// One row: what is asked for, and the first and the last byte that come; of 100.
    @Test(
        arguments: [
            ("bytes=0-0", 0, 0), ("bytes=5-69", 5, 69), ("Bytes= 10-20 ", 10, 20),
            ("bytes=0-39", 0, 39), ("bytes=60-69", 60, 69),
        ])
    func aPartOfAFileIsSent(range: String, first: Int, last: Int) async throws {
        let response = try await answer(Exchange(.get, Self.uri, gives: 206), range: range)
        #expect(response.status == .partialContent)
        #expect(response.headers[.contentRange] == "bytes \(first)-\(last)/100")
        #expect(Array(response.body.readableBytesView) == (first...last).map { UInt8($0) })
        #expect(response.headers[.acceptRanges] == "bytes")
        #expect(response.headers[.contentType] == "video/mp4")
        #expect(response.headers[.eTag] == "\"64-ff\"")
    }

    @Test(
        arguments: [
            (nil, .whole), ("", .whole), ("bytes", .whole), ("items=0-1", .whole),
            ("bytes=0-1,5-6", .whole), ("bytes=9-5", .whole), ("bytes=-", .whole),
            ("bytes=a-b", .whole), ("bytes=+1-2", .whole), ("bytes=1-2-3", .whole),
            ("bytes=0-", .part(0...99)), ("bytes=99-", .part(99...99)), ("bytes=100-", .none),
            ("bytes=-1", .part(99...99)), ("bytes=-100", .part(0...99)),
            ("bytes=-1000", .part(0...99)), ("bytes=-0", .none),
            ("bytes=0-99999999999999999999", .part(0...99)),
            ("bytes=99999999999999999999-", .none),
        ] as [(String?, ByteRange)]
    )
    func aRangeIsReadAsRFC9110Says(field: String?, expected: ByteRange) {
        #expect(ByteRange(field, of: 100) == expected)
    }

    @Test func anEmptyFileHasNoPart() {
        #expect(ByteRange("bytes=0-", of: 0) == .none && ByteRange("bytes=-1", of: 0) == .none)
        #expect(ByteRange(nil, of: 0) == .whole)
    }

    @Test func whatIsNotInTheFileIsRefused() async throws {
        let response = try await answer(Exchange(.get, Self.uri, gives: 416), range: "bytes=100-")
        #expect(response.status.code == 416)
        #expect(response.headers[.contentRange] == "bytes */100")
        #expect(response.headers[.contentType] == "application/problem+json")
    }

    /// The part of another version would not fit to what the client has.
    @Test(arguments: [("\"64-ff\"", 206), ("\"64-fe\"", 200), ("W/\"64-ff\"", 200)])
    func aPartIsOfTheFileThatIsMeant(tag: String, status: Int) async throws {
        let response = try await answer(
            Exchange(.get, Self.uri, gives: status),
            range: "bytes=1-2",
            ifRange: tag
        )
        #expect(response.status.code == status)
    }

    @Test func aHeadTellsTheLengthAndReadsNothing() async throws {
        let response = try await answer(Exchange(.head, Self.uri, gives: 200), range: "bytes=1-2")
        #expect(response.status == .ok && response.headers[.contentLength] == "100")
        #expect(response.body.readableBytes == 0)
    }

    /// The client sees that it is not all.
    @Test func aFileThatEndsEarlyEndsTheConnection() async throws {
        let response = try await answer(Exchange(.get, Self.uri, gives: 200))
        #expect(response.headers[.contentLength] == "100")
        #expect(Array(response.body.readableBytesView) == (0..<70).map { UInt8($0) })
    }

    @Test func whatNobodyReadsCounts() async throws {
        let unread = UnreadAnswers(capacity: 10)
        let taken = try unread.reserve(5)
        let response = try await answer(Exchange(.get, Self.uri, gives: 503), unread: unread)
        #expect(response.status.code == 503)
        withExtendedLifetime(taken) {}
    }
}
