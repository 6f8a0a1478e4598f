import Foundation
import TestSupport
import Testing

/// What the optimiser makes of a push and a pop in another module.
@Suite struct HotPathTests {
    /// No call at all: no allocation, no reference counting, no exclusivity
    /// check, and nothing of the ring that was not inlined.
    @Test(.enabled(if: Compiler.isThere, "There is no swiftc in the path"))
    func pushAndPopCallNothing() throws {
        let compiler = try Compiler()
        try compiler.compile(module: "Media")
        try compiler.compile(module: "FrameTransport")
        let assembly = try compiler.assemble(Self.probe)
        let ringCalls = calls(in: "probe_ring", of: assembly)
        #expect(ringCalls == [])
        // The same through a class: calls, if there are any, are found.
        let classCalls = calls(in: "probe_class", of: assembly) ?? []
        #expect(classCalls.contains { $0.contains("swift_beginAccess") })
    }

    private static let probe = """
        public import FrameTransport
        import Media

        @_silgen_name("probe_ring")
        public func probeRing(
            _ producer: inout FrameRing.Producer, _ consumer: inout FrameRing.Consumer
        ) -> Int {
            var sum = 0
            for number in 0..<1000 {
                let picture = PictureID(rawValue: UInt16(truncatingIfNeeded: number))
                if case .evicted(let oldest) = producer.push(picture) { sum &+= Int(oldest.rawValue) }
                if let next = consumer.pop() { sum &-= Int(next.rawValue) }
            }
            return sum
        }

        public final class Holder {
            public var producer: FrameRing.Producer
            init(_ producer: consuming FrameRing.Producer) { self.producer = producer }
        }

        @_silgen_name("probe_class")
        public func probeClass(_ holder: Holder) {
            for _ in 0..<1000 { _ = holder.producer.push(PictureID(rawValue: 1)) }
        }
        """

    /// The call instructions between a function's label and its end.
    private func calls(in function: String, of assembly: String) -> [Substring]? {
        let lines = assembly.split(separator: "\n")
        guard let start = lines.firstIndex(where: { $0.hasPrefix("\(function):") }) else {
            return nil
        }
        return lines[start...].prefix { !$0.hasPrefix(".Lfunc_end") }.filter { line in
            let instruction = line.split(whereSeparator: \.isWhitespace).first ?? ""
            let isTailCall = instruction.hasPrefix("j") && line.contains("@PLT")
            return isTailCall || ["call", "callq", "bl", "blr"].contains(instruction)
        }
    }
}

/// The Swift compiler, on this package's sources, as a release build uses it.
private final class Compiler {
    static let isThere = (try? Command.run("swiftc", ["--version"])) != nil

    private let output: URL
    private let sources: URL

    init() throws {
        output = FileManager.default.temporaryDirectory
            .appending(path: "pipd-hot-path-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
        sources = URL(filePath: #filePath).appending(path: "../../../Sources").standardized
    }

    deinit {
        try? FileManager.default.removeItem(at: output)
    }

    /// Makes a module that others can import; nothing to link.
    func compile(module: String) throws {
        let folder = sources.appending(path: module)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".swift") }
            .map { folder.appending(path: $0).path }
        try Command.run(
            "swiftc",
            options + ["-wmo", "-emit-module", "-module-name", module]
                + ["-emit-module-path", output.appending(path: "\(module).swiftmodule").path]
                + files
        )
    }

    /// The assembly text of a program of one file.
    func assemble(_ text: String) throws -> String {
        let source = output.appending(path: "probe.swift")
        let assembly = output.appending(path: "probe.s")
        try text.write(to: source, atomically: true, encoding: .utf8)
        try Command.run(
            "swiftc",
            options + ["-parse-as-library", "-emit-assembly", "-o", assembly.path, source.path]
        )
        return try String(contentsOf: assembly, encoding: .utf8)
    }

    private var options: [String] {
        [
            "-O", "-swift-version", "6", "-package-name", "pipd", "-I", output.path,
            "-enable-upcoming-feature", "InternalImportsByDefault",
        ]
    }
}
