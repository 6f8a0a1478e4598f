internal import Control
internal import ControlAPI
internal import Ingest
internal import Logging
internal import Media
internal import MediaLink
internal import Platform

/// Settings, and where they come from.
struct LoadedSettings {
    var settings: Settings
    /// nil: what the file says.
    var applied: AppliedConfiguration?
}

/// A configuration that can be put on trial.
struct CheckedConfiguration {
    let settings: Settings
    let applied: AppliedConfiguration
    /// As it was written: it names the trial.
    let record: ConfigurationRecord
    /// For as long as the trial takes.
    let lock: LockFile?
}

extension Launch {
    /// Loads what is to be in force.
    ///
    /// - Parameters:
    ///   - applied: What was applied; it holds over the file that it was applied over.
    ///   - present: The streams of clients, which may be shown.
    /// - Returns: The settings, and whether what was applied holds.
    /// - Throws: `ConfigurationError`.
    func loadSettings(
        over applied: AppliedConfiguration? = nil,
        present: Set<StreamID> = []
    ) throws(ConfigurationError) -> LoadedSettings {
        let source = ConfigurationSource(arguments.config)
        let text = try source.text()
        guard var applied else { return try settings(source, text, present: present) }
        let digest = text.map(AppliedConfiguration.digest)
        guard applied.holds(over: digest) else {
            return try settings(source, text, present: present)
        }
        applied.over = digest
        return try settings(applied, present: present)
    }

    /// Loads what is in force from the start on. What is preferred may be unusable, as its library
    /// may be; a screen stays dark only where everything is.
    ///
    /// - Parameter kept: What was applied; told what came of it.
    /// - Returns: The settings.
    /// - Throws: `ConfigurationError`, and `LaunchError` for a library that cannot be.
    func loadSettings(from kept: inout KeptConfiguration) throws -> Settings {
        do {
            let loaded = try usable(loadSettings(over: kept.record.applied))
            kept.settle(loaded.applied, at: CalendarTime.secondsSince1970())
            return loaded.settings
        } catch {
            guard let applied = kept.record.applied else { throw error }
            if let loaded = try? usable(settings(applied)) {
                logger.error("\(error); what was applied last is in force in its place")
                kept.inForce = applied
                return loaded.settings
            }
            let source = ConfigurationSource(arguments.config)
            guard let text = try? source.text(),
                let loaded = try? usable(settings(source, text))
            else { throw error }
            logger.error("\(error); what the file says is in force in its place")
            return loaded.settings
        }
    }

    private func usable(_ loaded: LoadedSettings) throws(LaunchError) -> LoadedSettings {
        try checkLibrary(loaded.settings)
        return loaded
    }

    private func settings(
        _ applied: AppliedConfiguration,
        present: Set<StreamID> = []
    ) throws(ConfigurationError) -> LoadedSettings {
        let name = ConfigurationSource(arguments.config)
            .beside("configuration \(applied.generation)")
        let file = try ConfigurationFile.parse(applied.text, name: name)
        return LoadedSettings(
            settings: try Settings(arguments, over: file, present: present),
            applied: applied
        )
    }

    private func settings(
        _ source: ConfigurationSource,
        _ text: String?,
        present: Set<StreamID> = []
    ) throws(ConfigurationError) -> LoadedSettings {
        let file = try source.parse(text)
        return LoadedSettings(settings: try Settings(arguments, over: file, present: present))
    }

    /// Loads the settings again; one that changes nothing about the library leaves it alone.
    ///
    /// - Parameters:
    ///   - old: What is in force.
    ///   - applied: What of that was applied.
    ///   - present: The streams there are; those of clients may be shown.
    /// - Returns: What is to be in force.
    /// - Throws: `ConfigurationError`, and `LaunchError` for a library that cannot be.
    func loadSettings(
        after old: Settings,
        over applied: AppliedConfiguration?,
        present: Set<StreamID>
    ) throws -> LoadedSettings {
        // What was defined by the file goes if it is not there any more.
        var loaded = try loadSettings(over: applied, present: present.subtracting(old.ids))
        try settle(&loaded.settings, after: old)
        return loaded
    }

    private func settle(_ new: inout Settings, after old: Settings) throws(LaunchError) {
        let isOther =
            new.configuredLibrary != old.configuredLibrary
            || new.media.library.takenHere != old.media.library.takenHere
        if isOther { try checkLibrary(new) }
        warnOfDirectories(new, besides: old.images.directories)
        new.images.settle(after: old.images)
    }

    /// Reads a configuration that a client wants to be tried, and writes down that it is.
    ///
    /// - Parameters:
    ///   - draft: What the client sent. It may show no streams of clients: the next start has
    ///     none, and could not use it.
    ///   - old: What is in force.
    ///   - store: Where it is written.
    /// - Returns: What can be put in force as a whole.
    /// - Throws: `ControlError` where it cannot be; nothing has changed then.
    func check(
        _ draft: ConfigurationDraft,
        after old: Settings,
        in store: ConfigurationStore
    ) throws(ControlError) -> CheckedConfiguration {
        let settings = try settings(draft, after: old)
        let text: String?
        do {
            text = try ConfigurationSource(arguments.config).text()
        } catch {
            // What is applied holds over what the file says, which nobody knows.
            throw .unavailable("\(error)")
        }
        do {
            let lock = try store.lock()
            guard let lock else {
                throw ControlError.conflict("Another pipd has a configuration on trial there.")
            }
            var record = try store.read()
            let applied = AppliedConfiguration(
                generation: record.nextGeneration,
                over: text.map(AppliedConfiguration.digest),
                text: draft.text
            )
            record.trialBegan()
            try store.write(record)
            return CheckedConfiguration(
                settings: settings,
                applied: applied,
                record: record,
                lock: lock
            )
        } catch {
            throw ConfigurationStore.unkept(error)
        }
    }

    private func settings(
        _ draft: ConfigurationDraft,
        after old: Settings
    ) throws(ControlError) -> Settings {
        do {
            let name = ConfigurationSource(arguments.config).beside(draft.name)
            let file = try ConfigurationFile.parse(draft.text, name: name)
            var new = try Settings(arguments, over: file)
            if !draft.isFromSocket { try checkSecrets(new.mqtt, after: old.mqtt) }
            let keys = new.keysForARestart(over: old)
            guard keys.isEmpty else {
                throw ControlError.conflict(
                    "\(Settings.needOfRestart(keys)): write that to the file, and restart pipd."
                )
            }
            try settle(&new, after: old)
            return new
        } catch let error as ControlError {
            throw error
        } catch {
            throw .unprocessable("\(error)")
        }
    }
}

/// Where a password goes is for those to say who may read it: over the web, an admin could have any
/// file that pipd may read sent to a broker of theirs.
private func checkSecrets(_ new: MQTTSettings?, after old: MQTTSettings?) throws(ControlError) {
    guard let new, new.passwordFile != nil, !new.hasSecrets(of: old) else { return }
    throw .forbidden(
        "`mqtt.password_file` goes to another broker, or is another file, than now; that is for the"
            + " control socket, or the file."
    )
}

extension ConfigurationStore {
    /// What a client is told where nothing can be kept.
    static func unkept(_ error: any Error) -> ControlError {
        switch error {
        case let error as ControlError: error
        case let error as SystemCallError where [.noSpace, .quotaExceeded].contains(error.errno):
            .insufficientStorage("What is applied cannot be kept: \(error).")
        case StateFile.Failure.damaged(let reason), StateFile.Failure.unreadable(let reason):
            .unavailable("What was applied cannot be read: \(reason).")
        default: .unavailable("What is applied cannot be kept: \(error).")
        }
    }
}
