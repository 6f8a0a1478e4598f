/// A JPEG file with a movie behind its picture, as telephones of Google, Samsung and others write
/// it.
///
/// Who wrote the file says in XMP or in a trailer where the movie is, each in a way of its own.
/// That is not asked: a movie is what begins as one behind the end of the picture.
public enum MotionPhoto {
    /// Finds where the movie begins. Blocking: reads a file that does not end as a picture does.
    ///
    /// - Parameters:
    ///   - file: Whose first 64 MiB are looked through.
    ///   - beginning: Of it.
    ///   - isOver: Whether to give up, asked before each 1 MiB.
    /// - Returns: How many bytes are before it; nil where there is none, or it was given up.
    public static func movie(
        in file: borrowing OpenedFile,
        beginning: [UInt8],
        until isOver: () -> Bool
    ) -> Int64? {
        guard let picture = picture(in: beginning), file.bytes(at: file.size - 2, count: 2) != end
        else { return nil }
        let most = min(file.size, 64 << 20)
        guard let last = file.place(of: end, from: picture, to: most, until: isOver) else {
            return nil
        }
        var start = last + 2
        for _ in 0..<mostPlaces {
            guard let place = file.place(of: type, from: start, to: most, until: isOver) else {
                return nil
            }
            let box = place - 4
            if box >= last + 2, isMovie(at: box, in: file) { return box }
            start = place + 1
        }
        return nil
    }

    /// That may look like the beginning of a movie: who fills a file with them costs no time.
    private static let mostPlaces = 32

    private static let end: [UInt8] = [0xFF, 0xD9]
    private static let type = Array("ftyp".utf8)

    /// What may follow the first box of a movie, ISO 14496-12.
    private static let followers = ["moov", "mdat", "free", "skip", "wide", "uuid", "moof", "meta"]

    private static func isMovie(at box: Int64, in file: borrowing OpenedFile) -> Bool {
        guard let size = file.bytes(at: box, count: 4)?.number(of: 4, at: 0),
            (16...512).contains(size), size % 4 == 0,
            let next = file.bytes(at: box + Int64(size) + 4, count: 4)
        else { return false }
        return followers.contains { Array($0.utf8) == next }
    }

    /// Where the picture begins behind what is said of it, which may have the end of another one,
    /// or where what is known of the file ends; nil for what is no JPEG.
    private static func picture(in beginning: [UInt8]) -> Int64? {
        guard beginning.starts(with: [0xFF, 0xD8]) else { return nil }
        var place = 2
        while let marker = beginning.number(of: 2, at: place), marker >> 8 == 0xFF,
            let length = beginning.number(of: 2, at: place + 2)
        {
            if marker == 0xFFDA { break }
            // Fill bytes stand before a marker.
            place += marker == 0xFFFF ? 1 : 2 + max(length, 2)
        }
        return Int64(place)
    }
}

extension OpenedFile {
    /// The place of the first of such bytes, which are at least one; nil where there are none, or
    /// it was given up. Blocking.
    fileprivate borrowing func place(
        of pattern: [UInt8],
        from start: Int64,
        to end: Int64,
        until isOver: () -> Bool
    ) -> Int64? {
        var start = start
        while start + Int64(pattern.count) <= end {
            if isOver() { return nil }
            let count = Int(min(end - start, 1 << 20))
            guard let bytes = bytes(at: start, count: count) else { return nil }
            let found = (0...count - pattern.count).first { index in
                bytes[index] == pattern[0]
                    && bytes[index..<index + pattern.count].elementsEqual(pattern)
            }
            if let found { return start + Int64(found) }
            start += Int64(count - pattern.count + 1)
        }
        return nil
    }
}
