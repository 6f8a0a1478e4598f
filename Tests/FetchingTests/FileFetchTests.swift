import Fetching
import Glibc
import Media
import Platform
import Testing

@Suite struct FileFetchTests {
    private let fetcher = Fetcher(version: "1.2")
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func fetch(
        _ url: String,
        validators: Validators = Validators(),
        bytes: Int = 8 << 20
    ) -> FetchOutcome {
        let limits = FetchLimits.small { $0.bytes = bytes }
        return fetcher.fetch(
            FetchRequest(AddressText(url), validators: validators, limits: limits)
        )
    }

    @Test func aFileIsReadByPathAndByAddress() throws {
        let path = try folder.write("a ü.xml", "<rss/>")
        let url = "file://\(folder.path)/a%20%C3%BC.xml"
        for address in [path, url, url.replacing("file://", with: "FILE://localhost")] {
            let document = try #require(fetch(address).document)
            #expect(String(decoding: document.body, as: UTF8.self) == "<rss/>")
            #expect(document.url == AddressText(address))
            #expect(document.mediaType == nil)
            #expect(document.movedTo == nil)
        }
    }

    @Test func aFileIsReadAgainOnlyWhenItHasChanged() throws {
        let path = try folder.write("feed", "one")
        let validators = try #require(fetch(path).document?.validators)
        #expect(fetch(path, validators: validators) == .unchanged(validators))
        try folder.write("feed", "three")
        #expect(fetch(path, validators: validators).text == "three")
        // The same size at another time.
        let before = try #require(fetch(path).document?.validators)
        folder.setTime(of: "feed", seconds: 1_000_000_000)
        #expect(fetch(path, validators: before).text == "three")
    }

    @Test func aFileHasALimit() throws {
        let path = try folder.write("feed", "12345")
        #expect(fetch(path, bytes: 5).text == "12345")
        #expect(fetch(path, bytes: 4).failure?.reason == .isTooLong(limitBytes: 4))
        #expect(try fetch(folder.write("empty", "")).text?.isEmpty == true)
    }

    /// The kernel says that it has no bytes.
    @Test func aFileMayBeLongerThanItSays() {
        #expect(fetch("/proc/self/maps", bytes: 20).failure?.reason == .isTooLong(limitBytes: 20))
    }

    @Test func aLongFileIsReadInParts() throws {
        let text = String(repeating: "0123456789", count: 30_000)
        let path = try folder.write("long", text)
        #expect(fetch(path).text == text)
        var questions = 0
        let outcome = fetcher.fetch(FetchRequest(AddressText(path))) {
            questions += 1
            return questions > 2
        }
        #expect(outcome.failure?.reason == .cancelled)
    }

    @Test func whatIsMissingMayComeLater() {
        let failure = fetch("\(folder.path)/missing").failure
        #expect(failure?.reason == .file(.noSuchFile))
        #expect(failure?.isWorthRetrying == true)
        #expect(failure?.description.hasSuffix("not fetched: No such file or directory.") == true)
    }

    @Test func onlyRegularFilesAreRead() {
        let pipe = "\(folder.path)/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        for path in [pipe, folder.path, "/dev/null", "/dev/zero", "/"] {
            let failure = fetch(path).failure
            #expect(failure?.reason == .isNoRegularFile)
            #expect(failure?.isWorthRetrying == false)
        }
    }
}

/// A folder that is gone with its object.
final class ScratchFolder {
    let path: String

    init() throws {
        var template = Array("/tmp/pipd-fetching-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw CancellationError() }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        guard let entries = opendir(path) else { return }
        while let entry = readdir(entries) {
            withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) {
                    _ = unlink("\(path)/\(String(cString: $0))")
                }
            }
        }
        closedir(entries)
        rmdir(path)
    }

    /// - Returns: Its path.
    /// - Throws: When it cannot be written.
    @discardableResult
    func write(_ name: String, _ text: String) throws -> String {
        let file = "\(path)/\(name)"
        guard let stream = fopen(file, "w") else { throw CancellationError() }
        fputs(text, stream)
        fclose(stream)
        return file
    }

    func setTime(of name: String, seconds: Int) {
        let time = timespec(tv_sec: seconds, tv_nsec: 0)
        utimensat(AT_FDCWD, "\(path)/\(name)", [time, time], 0)
    }
}
