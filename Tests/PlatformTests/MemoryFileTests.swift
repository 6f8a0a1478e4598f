import Platform
import Testing

@Suite struct MemoryFileTests {
    @Test(arguments: [0, 1, 100_000])
    func itIsReadByItsPath(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        guard let file = MemoryFile.make(of: bytes, name: "test") else { throw Refused() }
        let read = try SmallFile.read(file.path, atMost: count)
        #expect(read == bytes)
    }

    private struct Refused: Error {}
}
