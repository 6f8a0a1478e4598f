internal import Glibc
internal import Platform

/// A program that is run to its end.
public struct Command {
    public struct Failure: Error {
        let command: String
        let errors: String
    }

    /// What a program left behind.
    public struct Finished {
        public let ending: ChildProcess.Ending
        /// What it wrote to its standard output.
        public let bytes: [UInt8]
        public let errors: String

        public var output: String { String(decoding: bytes, as: UTF8.self) }

        /// As a shell has it: above 128 for one that a signal ended.
        public var status: CInt {
            switch ending {
            case .exit(let code): code
            case .signal(let number): 128 + number
            }
        }
    }

    /// The distribution's: what `PATH` finds first may be a script that looks for one, which
    /// takes longer than all that most of ours do.
    public static let python = "/usr/bin/python3"

    private let words: [String]

    /// - Parameters:
    ///   - words: The program and its arguments; a bare name is looked up in `PATH`.
    ///   - directory: Where it runs; nil: where the tests do.
    public init(_ words: [String], in directory: String? = nil) {
        self.words = (directory.map { ["env", "-C", $0] } ?? []) + words
    }

    /// Runs it, however it ends.
    ///
    /// - Parameters:
    ///   - input: What it reads.
    ///   - environment: All of its variables; nil: this process's.
    /// - Returns: What it left behind.
    /// - Throws: When it cannot be started.
    public func finish(
        input: String = "",
        environment: [String: String]? = nil
    ) throws -> Finished {
        let streams = try (UnnamedFile(holding: input), UnnamedFile(), UnnamedFile())
        let process = try ChildProcess(
            words,
            environment: environment,
            streams: (streams.0.descriptor, streams.1.descriptor, streams.2.descriptor)
        )
        return Finished(
            ending: process.wait(),
            bytes: streams.1.bytes,
            errors: String(decoding: streams.2.bytes, as: UTF8.self)
        )
    }

    /// Runs it.
    ///
    /// - Returns: What it left behind.
    /// - Throws: ``Failure`` unless it ends with 0.
    @discardableResult
    public func run() throws -> Finished {
        let finished = try finish()
        guard finished.ending == .exit(0) else {
            throw Failure(command: words.joined(separator: " "), errors: finished.errors)
        }
        return finished
    }

    /// - Returns: What it wrote to its standard output.
    /// - Throws: ``Failure`` unless it ends with 0.
    @discardableResult
    public static func run(_ program: String, _ arguments: [String]) throws -> String {
        try Self([program] + arguments).run().output
    }
}

/// A file that is gone with its descriptor.
///
/// Unlike a pipe it is never full, and nobody who holds it open holds up a reader.
private final class UnnamedFile {
    let descriptor: CInt

    init(holding text: String = "") throws {
        var path = Array("/tmp/pipd-tests-XXXXXX".utf8CString)
        descriptor = try systemCall("mkstemp") { mkstemp(&path) }
        unlink(path)
        var input = Array(text.utf8)[...]
        while !input.isEmpty {
            let written = try systemCall("write") {
                CInt(input.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) })
            }
            input = input.dropFirst(Int(written))
        }
        lseek(descriptor, 0, SEEK_SET)
    }

    deinit { close(descriptor) }

    var bytes: [UInt8] {
        var status = stat()
        fstat(descriptor, &status)
        return [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
            while count < buffer.count {
                let rest = UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(buffer)[count...]
                )
                let read = pread(descriptor, rest.baseAddress, rest.count, off_t(count))
                guard read > 0 else { return }
                count += read
            }
        }
    }
}
