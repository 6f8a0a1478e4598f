internal import Control
internal import ControlAPI
internal import Media
internal import Platform

/// Where an image is written, if it is: a file that was begun before the image is
/// made, so that a name which cannot be is refused at once.
struct ImageDestination: ~Copyable {
    /// Where the client said that it is to be; nil for a name of ours.
    private let path: String?
    /// Absolute; of the library.
    private let directory: String
    private let file: NewFile
    /// Another name of ours, where one is taken.
    private let alternative: (Int) -> String?

    fileprivate init(
        path: String? = nil,
        directory: String,
        file: consuming NewFile,
        alternative: @escaping (Int) -> String? = { _ in nil }
    ) {
        self.path = path
        self.directory = directory
        self.file = file
        self.alternative = alternative
    }

    /// Writes the file and lets it appear.
    ///
    /// - Returns: Its absolute path.
    /// - Throws: `.insufficientStorage`, `.conflict` where the name was taken in the meantime.
    consuming func save(_ bytes: [UInt8]) throws(ControlError) -> String {
        let (path, directory, alternative) = (path, directory, alternative)
        do throws(SystemCallError) {
            try file.write(bytes)
            let name = try file.publish(orAs: alternative)
            return path ?? "\(directory)/\(name)"
        } catch {
            throw ImageStore.refusal(error, of: path ?? directory)
        }
    }
}

/// Begins the files that images are written to.
struct ImageStore: Sendable {
    let settings: ImageSettings
    /// Takes the absolute path of each file that was saved, on any thread; must not wait.
    let saved: @Sendable (String) -> Void

    /// The place that a request names; nil for an image that goes to its client.
    ///
    /// - Parameters:
    ///   - image: What is asked for.
    ///   - subject: The stream's ID, or `view`, for names in the library.
    /// - Returns: A file that nobody sees yet.
    /// - Throws: `.forbidden` outside the directories, `.conflict` where the file
    ///   exists or there is no library, `.unprocessable` for names that cannot be.
    func begin(
        _ image: ImageRequest,
        of subject: String
    ) throws(ControlError) -> ImageDestination? {
        switch image.output {
        case .binary, .base64: return nil
        case .path(let path, let overwrite): return try begin(path, replaces: overwrite)
        case .library:
            return try beginInLibrary(subject, fileExtension: image.format.fileExtension)
        }
    }

    private func begin(_ path: String, replaces: Bool) throws(ControlError) -> ImageDestination {
        guard let place = settings.place(of: path) else { throw outside(path) }
        let directory = try open(place.directory, for: path)
        do throws(SystemCallError) {
            let file = try directory.begin(place.rest, replaces: replaces)
            return ImageDestination(path: path, directory: place.directory, file: file)
        } catch {
            if error.errno == .crossesDevices { throw outside(path) }
            throw Self.refusal(error, of: path)
        }
    }

    private func beginInLibrary(
        _ subject: String,
        fileExtension: String
    ) throws(ControlError) -> ImageDestination {
        guard let library = settings.library else {
            throw .conflict(
                "There is no library; set `images.library` in the configuration, or ask for"
                    + " another `output`."
            )
        }
        let now = CalendarTime.now()
        // Images of one stream in one millisecond are numbered.
        let name = { (attempt: Int) in
            ImageName.make(at: now, of: subject, fileExtension: fileExtension, attempt: attempt)
        }
        let directory = try open(library, for: library)
        do throws(SystemCallError) {
            for first in 1...Self.mostAttempts {
                do throws(SystemCallError) {
                    let file = try directory.begin(name(first), replaces: false)
                    return ImageDestination(directory: library, file: file) { attempt in
                        attempt <= Self.mostAttempts ? name(first + attempt - 1) : nil
                    }
                } catch  where error.errno == .fileExists {
                    continue
                }
            }
        } catch {
            throw Self.refusal(error, of: library)
        }
        throw .unavailable("Too many images were taken in this millisecond; try again.")
    }

    /// A directory of the settings, where it was when they came into force.
    private func open(
        _ directory: String,
        for path: String
    ) throws(ControlError) -> ConfinedDirectory {
        do throws(SystemCallError) {
            return try ConfinedDirectory(
                settings.place(ofDirectory: directory),
                isMade: directory == settings.library
            )
        } catch  where error.errno == .notADirectory {
            throw .conflict(
                "The directory '\(directory)' is none any more: a file or a symbolic link has its"
                    + " place, or that of one above it. Accepted is the directory itself; pipd"
                    + " follows links when its settings come into force."
            )
        } catch {
            throw Self.refusal(error, of: path)
        }
    }

    /// Images of one stream in one millisecond.
    private static let mostAttempts = 100

    private func outside(_ path: String) -> ControlError {
        let accepted =
            settings.all.isEmpty
            ? "no file is, until `images.directories` is set in the configuration"
            : "files are beneath " + settings.all.map { "'\($0)'" }.joined(separator: ", ")
        return .forbidden(
            "`path` is '\(path)', where nothing may be written; accepted \(accepted)."
        )
    }

    /// What a client is told of a file that cannot be written.
    static func refusal(_ error: SystemCallError, of path: String) -> ControlError {
        switch error.errno {
        case .noSpace, .quotaExceeded:
            .insufficientStorage("There is no space left to write '\(path)'.")
        case .fileExists:
            .conflict("'\(path)' exists; accepted is another name, or `overwrite` `true`.")
        case .permissionDenied, .notPermitted, .readOnlyFileSystem, .crossesDevices,
            .tooManySymbolicLinks:
            .forbidden("'\(path)' cannot be written: \(error.errno).")
        case .noSuchFile, .notADirectory, .isDirectory, .nameTooLong, .invalidArgument:
            .unprocessable(
                "'\(path)' cannot be a file: \(error.errno). Accepted is a file in a directory"
                    + " that exists."
            )
        default: .unavailable("'\(path)' could not be written: \(error).")
        }
    }
}
