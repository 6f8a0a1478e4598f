import Glibc
import Platform
import Testing

@testable import Pipeline

/// Lines where there is room for some of them only. What is cut off a file again is
/// tested with the program, for which files may be limited.
@Suite struct LineWriterTests {
    /// A hundred bytes each: 40 and 96 bytes of the next fill a page of 4096.
    private static let hundred: [UInt8] = (0..<100).flatMap { number in
        Array("\(number) \(String(repeating: "x", count: 99))".utf8.prefix(99)) + [10]
    }

    /// What others wrote in between must not be cut off.
    @Test func aTornLineIsEndedFirstWhereItCannotBeCutOff() throws {
        let pipe = try SmallPipe(bytes: 4096)
        var writer = LineWriter(isShared: true)
        let outcome = writer.write(Self.hundred, to: pipe.file)
        #expect(outcome.lostLines == 59)
        #expect(outcome.error?.errno == .wouldBlock)
        let again = writer.write(Array("one\ntwo\n".utf8), to: pipe.file)
        #expect(again.lostLines == 2)
        var text = pipe.read()
        let then = writer.write(Array("three\n".utf8), to: pipe.file)
        #expect(then.lostLines == 0 && then.error == nil)
        text += pipe.read()
        #expect(text == Array(Self.hundred.prefix(4100)) + Array("three\n".utf8))
    }

    @Test func aLineThatIsTornToTheEndIsAnError() throws {
        let pipe = try SmallPipe(bytes: 4096)
        var writer = LineWriter(isShared: true)
        _ = writer.write(Self.hundred, to: pipe.file)
        #expect(writer.finishLine(in: pipe.file)?.errno == .wouldBlock)
    }

    @Test func nothingIsTornWhereNothingCanBeWritten() throws {
        let pipe = try SmallPipe(bytes: 4096)
        for isShared in [false, true] {
            var writer = LineWriter(isShared: isShared)
            let outcome = SystemCallFaults.withFault("write", .noSpace) {
                writer.write(Array("one\ntwo\n".utf8), to: pipe.file)
            }
            #expect(outcome.lostLines == 2)
            #expect(writer.finishLine(in: pipe.file) == nil)
        }
        #expect(pipe.read().isEmpty)
    }

    @Test func withRoomAgainItGoesOn() throws {
        let pipe = try SmallPipe(bytes: 4096)
        var writer = LineWriter(isShared: false)
        let lost = SystemCallFaults.withFault("write", .noSpace, times: 2) {
            (0..<2).map { _ in writer.write(Array("gone\n".utf8), to: pipe.file).lostLines }
        }
        #expect(lost == [1, 1])
        #expect(writer.write(Array("there\n".utf8), to: pipe.file).lostLines == 0)
        #expect(pipe.read() == Array("there\n".utf8))
    }
}

/// `F_SETPIPE_SZ`, which Swift does not import.
private let setPipeSize: CInt = 1031

/// What can be read without waiting.
private func bytes(of file: borrowing OwnedDescriptor) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(file.rawValue, &buffer, buffer.count)
    return Array(buffer.prefix(max(0, count)))
}

/// A pipe that takes so many bytes, and nobody waits at.
private struct SmallPipe: ~Copyable {
    private let reader: OwnedDescriptor
    let file: OwnedDescriptor

    /// - Parameter bytes: A number of pages.
    /// - Throws: Without descriptors to spare.
    init(bytes: CInt) throws {
        var ends: [CInt] = [0, 0]
        try systemCall("pipe") { pipe(&ends) }
        reader = OwnedDescriptor(taking: ends[0])
        file = OwnedDescriptor(taking: ends[1])
        for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        _ = fcntl(ends[1], setPipeSize, bytes)
    }

    func read() -> [UInt8] { bytes(of: reader) }
}
