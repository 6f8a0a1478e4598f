import Foundation
import MediaFiles
import Testing

/// Files by hand: of a picture only its frame counts here.
@Suite final class MotionPhotoTests {
    private let path = FileManager.default.temporaryDirectory
        .appendingPathComponent("pipd-motion-\(UUID().uuidString).jpg").path

    deinit {
        unlink(path)
    }

    /// A preview, with an end of its own, and a picture with a stuffed byte and a restart.
    private static let picture: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xFF, 0xE1, 0, 8, 0xFF, 0xD8, 0xFF, 0xD9, 1, 1]
        + [0xFF, 0xDA, 0, 2, 1, 0xFF, 0, 0xFF, 0xD0, 2, 0xFF, 0xD9]

    private static let movie = box("ftyp", Array("mp42\0\0\0\0isom".utf8)) + box("moov", [1, 2])

    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        [0, 0, 0, UInt8(8 + content.count)] + Array(type.utf8) + content
    }

    private func movie(in bytes: [UInt8], until isOver: () -> Bool = { false }) throws -> Int64? {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        guard let file = OpenedFile(path) else {
            Issue.record("it cannot be opened")
            return nil
        }
        return MotionPhoto.movie(
            in: file,
            beginning: file.beginning(atMost: 1 << 10),
            until: isOver
        )
    }

    @Test(
        arguments: [
            [], [0, 0], Array("MotionPhoto_Data".utf8), [0xFF, 0xD8, 0xFF, 0xD9],
            Array("ftyp".utf8), [UInt8](repeating: 7, count: 1 << 20),
            [UInt8](repeating: 7, count: 1 << 20 - 31),
        ] as [[UInt8]]
    )
    func aMovieBehindThePictureIsFound(between: [UInt8]) throws {
        let start = Self.picture.count + between.count
        #expect(try movie(in: Self.picture + between + Self.movie) == Int64(start))
    }

    /// A slow disk brings little in its time.
    @Test func whoIsOutOfTimeReadsNoFurther() throws {
        let bytes = Self.picture + [UInt8](repeating: 7, count: 3 << 20) + Self.movie
        // The end of the picture is in the first part, and the movie in the fourth.
        for (parts, isFound) in [(0, false), (1, false), (3, false), (5, true)] {
            var asked = 0
            let found = try movie(in: bytes) {
                asked += 1
                return asked > parts
            }
            #expect((found != nil) == isFound)
            #expect(asked == (isFound ? 5 : parts + 1))
        }
    }

    private static let others: [[UInt8]] = {
        var files: [[UInt8]] = [picture, movie, [], [0xFF], [0xFF, 0xD8], picture + [0]]
        files.append(picture + movie + [0xFF, 0xD9])
        files.append(picture + movie.prefix(20))
        files.append(picture.dropLast(2) + movie)
        // No box has so few bytes, or so many, or is followed by such a one.
        files.append(picture + [0, 0, 0, 8] + movie.dropFirst(4))
        files.append(picture + [0xFF, 0xFF, 0xFF, 0xFF] + movie.dropFirst(4))
        files.append(picture + movie.prefix(20) + box("text", [1, 2]))
        // In the preview.
        let preview: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1, 0, 44, 0xFF, 0xD9]
        files.append(preview + movie + [UInt8](repeating: 0, count: 10))
        return files
    }()

    @Test(arguments: others)
    func whatIsNoMovieBehindAPictureIsNone(bytes: [UInt8]) throws {
        #expect(try movie(in: bytes) == nil)
    }

    @Test(.timeLimit(.minutes(30))) func whatHasManyBeginningsTakesNoTime() throws {
        let beginnings = repeatElement(Array("ftyp".utf8), count: 1 << 20).joined()
        #expect(try movie(in: Self.picture + beginnings) == nil)
    }

    @Test func noLengthTraps() throws {
        let whole = Self.picture + Self.movie
        for index in whole.indices {
            for value in [0, 1, 0x7F, 0xFF] as [UInt8] {
                var bytes = whole
                bytes[index] = value
                _ = try movie(in: bytes)
            }
        }
    }
}
