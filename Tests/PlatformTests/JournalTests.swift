import Glibc
import Testing

@testable import Platform

@Suite struct JournalEntryTests {
    @Test func aFieldIsALine() {
        var entry = JournalEntry("a picture is up", priority: .warning, identifier: "pipd")
        entry.set("stream", "door")
        #expect(
            String(decoding: entry.bytes, as: UTF8.self)
                == "MESSAGE=a picture is up\nPRIORITY=4\nSYSLOG_IDENTIFIER=pipd\nSTREAM=door\n"
        )
    }

    /// The length in eight bytes, least first, is what keeps a line break from
    /// beginning a field of its own.
    @Test func aValueWithALineBreakIsCounted() {
        let entry = JournalEntry("two\nPRIORITY=0", priority: .error, identifier: "pipd")
        let counted = Array("MESSAGE\n".utf8) + [14, 0, 0, 0, 0, 0, 0, 0]
        let rest = "two\nPRIORITY=0\nPRIORITY=3\nSYSLOG_IDENTIFIER=pipd\n"
        #expect(entry.bytes == counted + Array(rest.utf8))
    }

    @Test(
        arguments: [
            ("stream", "STREAM=x\n"),
            ("hb.request.id", "HB_REQUEST_ID=x\n"),
            ("_PID", "PID=x\n"),
            ("9lives", "LIVES=x\n"),
            ("größe", "GR____E=x\n"),
            ("a=b\nc", "A_B_C=x\n"),
            (String(repeating: "n", count: 70), String(repeating: "N", count: 64) + "=x\n"),
            ("", ""),
            ("_9-", ""),
        ]
    )
    func aNameIsMadeWhatTheJournalTakes(name: String, field: String) {
        var entry = JournalEntry("m", priority: .debug, identifier: "i")
        let before = entry.bytes.count
        entry.set(name, "x")
        #expect(String(decoding: entry.bytes.dropFirst(before), as: UTF8.self) == field)
    }
}

@Suite struct JournalTests {
    @Test func anEntryIsOneDatagram() throws {
        let receiver = try Receiver()
        let journal = try #require(Journal(path: receiver.path))
        let entry = JournalEntry("a\nb", priority: .notice, identifier: "pipd")
        #expect(journal.send(entry))
        #expect(journal.send(JournalEntry("c", priority: .debug, identifier: "pipd")))
        #expect(receiver.receive() == entry.bytes)
        #expect(receiver.receive()?.starts(with: "MESSAGE=c\n".utf8) == true)
        #expect(receiver.receive() == nil)
    }

    @Test func anEntryTooLargeForADatagramIsHandedBack() throws {
        let receiver = try Receiver()
        let journal = try #require(Journal(path: receiver.path))
        let long = String(repeating: "x", count: 1 << 20)
        #expect(!journal.send(JournalEntry(long, priority: .error, identifier: "pipd")))
        #expect(receiver.receive() == nil)
    }

    /// The call returns: a full queue holds no thread.
    @Test func aJournalThatDoesNotKeepUpTakesNoMore() throws {
        let receiver = try Receiver()
        let journal = try #require(Journal(path: receiver.path))
        let entry = JournalEntry("m", priority: .error, identifier: "pipd")
        let taken = (0..<100_000).prefix { _ in journal.send(entry) }.count
        #expect((1..<100_000).contains(taken))
        _ = receiver.receive()
        #expect(journal.send(entry))
    }

    @Test func aJournalThatCameBackIsReached() throws {
        let path: String
        let journal: Journal
        do {
            let receiver = try Receiver()
            path = receiver.path
            journal = try #require(Journal(path: path))
        }
        let entry = JournalEntry("m", priority: .error, identifier: "pipd")
        #expect(!journal.send(entry))
        let receiver = try Receiver(path: path)
        #expect(journal.send(entry))
        #expect(receiver.receive() == entry.bytes)
    }

    @Test func withoutASocketThereIsNoJournal() {
        #expect(Journal(path: "/nowhere/journal") == nil)
        #expect(Journal(path: "relative") == nil)
    }

    @Test func standardErrorIsTheJournalsWhenItIsTheFileThatTheVariableNames() throws {
        let receiver = try Receiver()
        var attributes = stat()
        fstat(receiver.descriptor, &attributes)
        let stream = "\(attributes.st_dev):\(attributes.st_ino)"
        for (value, isJournal) in [(stream, true), ("1:1", false), ("", false), (nil, false)] {
            let environment = value.map { ["JOURNAL_STREAM": $0] } ?? [:]
            let answer = Journal.hasStandardError(
                environment: environment,
                descriptor: receiver.descriptor
            )
            #expect(answer == isJournal, "\(value ?? "unset")")
        }
        #expect(
            !Journal.hasStandardError(environment: ["JOURNAL_STREAM": stream], descriptor: 1 << 20)
        )
    }
}

/// The journal's end of the protocol.
private final class Receiver {
    let path: String
    private let socket: OwnedDescriptor

    var descriptor: CInt { socket.rawValue }

    init(path: String? = nil) throws {
        self.path = path ?? "/tmp/pipd-journal-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
        socket = OwnedDescriptor(
            taking: try systemCall("socket") {
                Glibc.socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
            }
        )
        let address = try #require(UnixAddress(self.path))
        let descriptor = socket.rawValue
        try systemCall("bind") { address.withSocketAddress { bind(descriptor, $0, $1) } }
    }

    deinit { unlink(path) }

    /// The next datagram; nil when there is none.
    func receive() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(socket.rawValue, &bytes, bytes.count, 0)
        return count < 0 ? nil : Array(bytes.prefix(count))
    }
}
