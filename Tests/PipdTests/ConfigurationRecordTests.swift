import ArgumentParser
import ControlAPI
import Foundation
import Logging
import Media
import Platform
import Presentation
import Testing

@testable import pipd

/// What a daemon knows of applied configurations over its end, and what holds.
@Suite final class ConfigurationRecordTests {
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "pipd-record-\(UUID().uuidString)").path
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    private var store: ConfigurationStore {
        ConfigurationStore(folder: folder + "/state", configuration: nil)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    private static let old = AppliedConfiguration(generation: 1, over: "f", text: "main: old\n")
    private static let new = AppliedConfiguration(generation: 2, over: "f", text: "main: new\n")

    /// One that was confirmed.
    private static var record: ConfigurationRecord {
        var record = ConfigurationRecord()
        record.trialBegan()
        record.confirmed(old, at: 1)
        return record
    }

    @Test func numbersAreGivenOnce() {
        var record = Self.record
        #expect(record.lastGeneration == 1 && record.trial == nil)
        record.trialBegan()
        record.rolledBack(because: "it is dark", at: 2)
        #expect(record.applied == Self.old && record.nextGeneration == 3)
        #expect(
            record.outcome
                == ConfigurationOutcome(
                    generation: 2,
                    result: .rolledBack,
                    reason: "it is dark",
                    time: 2
                )
        )
        record.trialBegan()
        record.withdrawn()
        #expect(record.trial == nil && record.nextGeneration == 4)
        #expect(record.outcome?.generation == 2)
    }

    /// The file that it was applied over, the one there is, and whether it holds.
    @Test(
        arguments: [
            ("f", "f", true), (nil, nil, true), ("f", "g", false), ("f", nil, false),
            (nil, "f", false),
        ] as [(over: String?, file: String?, holds: Bool)]
    )
    func aFileThatWasChangedWins(over: String?, file: String?, holds: Bool) {
        let applied = AppliedConfiguration(generation: 1, over: over, text: "main: a\n")
        #expect(applied.holds(over: file) == holds)
        #expect(applied.holds(over: AppliedConfiguration.digest(of: "main: a\n")))
    }

    @Test func aFileThatSaysTheSameIsFollowedAndOneThatSaysElseWins() {
        var kept = KeptConfiguration(in: store, logger: logger)
        kept.record = Self.record
        var followed = Self.old
        followed.over = followed.digest
        kept.settle(followed, at: 2)
        #expect(kept.inForce == followed && kept.record.applied == followed && kept.isUnsaved)
        #expect(!followed.holds(over: "f"))
        kept.settle(nil, at: 3)
        #expect(kept.inForce == nil && kept.record.applied == nil)
        #expect(kept.record.outcome?.result == .superseded)
        #expect(kept.record.outcome?.generation == 1)
        // Without anything applied a reload changes nothing.
        let before = kept.record
        kept.settle(nil, at: 4)
        #expect(kept.record == before)
    }

    @Test func whatIsKeptIsReadAgain() throws {
        #expect(try store.read() == ConfigurationRecord())
        try store.write(Self.record)
        #expect(try store.read() == Self.record)
        let other = ConfigurationStore(folder: folder + "/state", configuration: "/srv/x.yml")
        #expect(other.path != store.path)
        #expect(try other.read() == ConfigurationRecord())
        let same = ConfigurationStore(
            folder: folder + "/state",
            configuration: "/etc/pipd/pipd.yml"
        )
        #expect(same.path == store.path)
    }

    @Test(arguments: ["", "{", #"{"version":1,"last":-1}"#, #"{"version":1,"last":1e18}"#])
    func whatIsDamagedIsSetAside(text: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder + "/state",
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: URL(filePath: store.path))
        let kept = KeptConfiguration(in: store, logger: logger)
        #expect(kept.record == ConfigurationRecord())
        #expect(FileManager.default.fileExists(atPath: store.path + ".damaged"))
    }

    /// Of one on trial a start finds its number alone, unless another daemon has it on trial.
    @Test func whatWasOnTrialWhenTheDaemonEndedIsRolledBack() throws {
        var record = Self.record
        record.trialBegan()
        try store.write(record)
        let lock = try #require(try store.lock())
        #expect(KeptConfiguration(in: store, logger: logger).record == record)
        lock.remove()
        let kept = KeptConfiguration(in: store, logger: logger)
        #expect(kept.record.applied == Self.old && kept.record.trial == nil && kept.isUnsaved)
        #expect(kept.record.outcome?.result == .rolledBack)
        #expect(kept.record.outcome?.generation == 2)
    }

    /// Of two daemons in one place the one that knows less overwrites nothing.
    @Test func whatAnotherHasTriedSinceStays() throws {
        var later = Self.record
        later.trialBegan()
        try store.write(later)
        var earlier = Self.record
        earlier.fileTaken(at: 2)
        try store.save(earlier)
        #expect(try store.read() == later)
        later.rolledBack(because: "it is dark", at: 3)
        try store.save(later)
        #expect(try store.read() == later)
    }

    #if DEBUG
    /// The power goes, or the disk is full, at each step of what an apply writes: the next start
    /// has the old one or the new one.
    @Test func afterAFailureAtAnyStepThereIsTheOldOneOrTheNew() throws {
        let steps: [StaticString] = [
            "mkdir", "open", "openat2", "fchmod", "write", "fsync", "linkat", "rename",
        ]
        var trial = Self.record
        trial.trialBegan()
        var confirmed = trial
        confirmed.confirmed(Self.new, at: 3)
        for (before, after) in [(Self.record, trial), (trial, confirmed)] {
            for step in steps {
                try store.write(before)
                let isWritten: Bool
                do {
                    try SystemCallFaults.withFault(step, .noSpace) { try store.write(after) }
                    isWritten = true
                } catch is SystemCallError {
                    isWritten = false
                }
                let found = try store.read()
                #expect(found == (isWritten ? after : before), "\(step)")
                #expect([Self.old, Self.new].contains(found.applied), "\(step)")
            }
        }
    }
    #endif

    @Test(
        arguments: [
            ("/srv/a/pipd.yml", "new.yml", "/srv/a/new.yml"), ("pipd.yml", "/tmp/x", "x"),
            ("/pipd.yml", "/", "/configuration"), (nil, "new.yml", "/etc/pipd/new.yml"),
        ] as [(file: String?, name: String, path: String)]
    )
    func filesThatItNamesAreBesideTheFile(file: String?, name: String, path: String) {
        #expect(ConfigurationSource(file).beside(name) == path)
    }

    /// A start with a file, and what was applied over another.
    @Test(
        arguments: [
            ("main: a", "main: a", "main: b", "b"),
            ("main: a", "main: c", "main: b", "c"),
            ("main: a", "main: b", "main: b", "b"),
            // What is in force is what can be used.
            ("main: a", "mian: a", "main: b", "b"),
            ("main: a", "main: nobody", "main: b", "b"),
            ("main: a", "main: a", "mian: b", "a"),
            ("main: a", nil, "main: b", "b"),
            // A library that cannot be made.
            ("main: a", "main: a", "main: b\nimages: { library: /proc/x }", "a"),
            ("main: a", "main: a\nimages: { library: /proc/x }", "main: b", "b"),
        ] as [(over: String, file: String?, applied: String, main: String)]
    )
    func aStartShowsWhatHolds(over: String, file: String?, applied: String, main: String) throws {
        let streams = "\nstreams: { a: { url: demo }, b: { url: demo }, c: { url: demo } }\n"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        let path = folder + "/pipd.yml"
        if let file { try Data((file + streams).utf8).write(to: URL(filePath: path)) }
        var record = ConfigurationRecord()
        record.trialBegan()
        record.confirmed(
            AppliedConfiguration(
                generation: 1,
                over: AppliedConfiguration.digest(of: over + streams),
                text: applied + streams
            ),
            at: 1
        )
        let store = ConfigurationStore(folder: folder, configuration: path)
        try store.write(record)
        var kept = KeptConfiguration(in: store, logger: logger)
        let launch = Launch(arguments: try Arguments.parse(["--config", path]), logger: logger)
        let settings = try launch.loadSettings(from: &kept)
        #expect(settings.view.main?.name == main)
        #expect((kept.inForce != nil) == (main == "b"))
    }
}
