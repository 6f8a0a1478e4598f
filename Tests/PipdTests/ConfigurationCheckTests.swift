import ArgumentParser
import Control
import ControlAPI
import Foundation
import Logging
import Platform
import Testing

@testable import pipd

/// What a text is refused with before anything is changed.
@Suite final class ConfigurationCheckTests {
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "pipd-check-\(UUID().uuidString)").path
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    private static let broker =
        "{ url: mqtts://a, user: u, password_file: /etc/p, ca_file: /etc/c }"

    private func check(
        _ text: String,
        isFromSocket: Bool = true,
        config: String? = nil
    ) throws -> CheckedConfiguration {
        let file = "main: a\nstreams: { a: { url: demo } }\nmqtt: \(Self.broker)\n"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        let path = folder + "/pipd.yml"
        try Data(file.utf8).write(to: URL(filePath: path))
        let launch = Launch(
            arguments: try Arguments.parse(["--config", config ?? path]),
            logger: logger
        )
        let old = try Settings(
            launch.arguments,
            over: ConfigurationFile.parse(file, name: "x")
        )
        var draft = ConfigurationDraft(text: text)
        draft.isFromSocket = isFromSocket
        return try launch.check(
            draft,
            after: old,
            in: ConfigurationStore(folder: folder + "/state", configuration: path)
        )
    }

    /// What `mqtt` says, and whether an admin may have it tried; who uses the socket may.
    @Test(
        arguments: [
            (broker, true), ("{ url: mqtt://b }", true), ("{ url: mqtt://b, user: v }", true),
            (broker.replacing("}", with: ", base: other }"), true),
            (broker.replacing("mqtts://a", with: "mqtts://b"), false),
            (broker.replacing("mqtts://a", with: "mqtts://a:1"), false),
            (broker.replacing("/etc/p", with: "/etc/shadow"), false),
            (broker.replacing("/etc/c", with: "/tmp/c"), false),
            ("{ url: mqtt://a, user: u, password_file: /etc/p }", false),
        ] as [(mqtt: String, isAccepted: Bool)]
    )
    func passwordsGoWhereTheyWent(mqtt: String, isAccepted: Bool) throws {
        let text = "mqtt: \(mqtt)\n"
        _ = try check(text).lock?.remove()
        do {
            _ = try check(text, isFromSocket: false)
            #expect(isAccepted)
        } catch let error as ControlError {
            #expect(!isAccepted && error.status == 403, "\(error)")
        }
    }

    @Test func overAFileThatCannotBeReadNothingIsApplied() throws {
        do {
            _ = try check("main: a", config: folder + "/nowhere.yml")
            Issue.record("It was accepted.")
        } catch let error as ControlError {
            #expect(error.status == 422 || error.status == 503, "\(error)")
        }
        do {
            _ = try check("main: demo", config: folder)
            Issue.record("It was accepted.")
        } catch let error as ControlError {
            #expect(error.status == 503 && "\(error)".contains(folder), "\(error)")
        }
    }
}
