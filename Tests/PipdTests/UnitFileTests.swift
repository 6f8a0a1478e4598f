import Foundation
import Testing

/// The units that are installed, as far as they can be judged without systemd.
@Suite struct UnitFileTests {
    /// A template cannot share a file with its sibling, so both are written out.
    @Test func bothServicesAreConfinedAlike() throws {
        let service = try Self.settings("pipd.service")
        let template = try Self.settings("pipd@.service")
        let differing = ["Description", "After", "ExecStart", "EnvironmentFile", "Also"]
        let isShared = { (line: String) in
            !differing.contains { line.hasPrefix("\($0)=") }
        }
        #expect(service.filter(isShared) == template.filter(isShared))
        #expect(service.contains("CapabilityBoundingSet="))
    }

    /// The daemon's default place, without which pipctl would not find it.
    @Test func theSocketIsWhereClientsLook() throws {
        #expect(try Self.settings("pipd.socket").contains("ListenStream=/run/pipd/pipd.sock"))
        #expect(try Self.settings("pipd.service").contains("RuntimeDirectory=pipd"))
    }

    private static func settings(_ name: String) throws -> [String] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let text = try String(
            contentsOf: root.appending(path: "systemd/\(name)"),
            encoding: .utf8
        )
        return text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
    }
}
