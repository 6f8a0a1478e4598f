internal import Control
internal import ControlAPI
internal import Media
internal import MediaLink
internal import Platform

extension Backend {
    func file(ofAsset id: String) async throws(ControlError) -> AssetFile {
        let place = try await ask(.library(.file(id))) {
            if case .file(let file) = $0 { file } else { nil }
        }
        let opened = try await reading {
            Result { () throws(SystemCallError) in
                try ConfinedDirectory(place.root).file(place.path)
            }
        }
        let file: ReadableFile
        do throws(SystemCallError) {
            file = try opened.get()
        } catch {
            throw .conflict("'\(place.root)/\(place.path)' cannot be read: \(error.errno).")
        }
        return AssetFile(
            size: file.size,
            modified: file.modified,
            mediaType: place.mediaType,
            read: { (offset, count) async throws(ControlError) in
                try await reading { file.bytes(at: offset, atMost: count) }
            }
        )
    }

    /// Does what may block, on a thread for that.
    private func reading<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value
    ) async throws(ControlError) -> Value {
        do throws(WorkLane.Refusal) {
            return try await fileLane.run { _ in work() }
        } catch {
            throw .unavailable("Too many files are being read; try again.")
        }
    }
}
