internal import ControlAPI
internal import MediaLink
internal import MediaStore

/// What of an export is not exported yet. It is in the database: it may be more than memory should
/// hold, and how far it got outlives the process.
///
/// Thread: safe.
struct ExportQueue: Sendable {
    let store: MediaStore
    let id: ExportID
    let mode: ExportDefinition.Mode

    /// What comes next; nil where nothing is left.
    func next() throws(ExportJob.Failure) -> ExportedOriginal? {
        let found: Result<ExportedOriginal, MediaRefusal>
        do throws(StoreError) {
            guard let asset = try store.exports.nextAsset(of: id) else { return nil }
            found = try ExportedOriginal.find("\(asset)", mode, in: store)
        } catch {
            throw .refused(MediaRefusal(error))
        }
        switch found {
        case .success(let original): return original
        case .failure(let refusal): throw .refused(refusal)
        }
    }

    /// What came next is exported; so many bytes were written until now.
    func endNext(bytes: Int64) throws(ExportJob.Failure) {
        do throws(StoreError) {
            try store.exports.endNextAsset(of: id, bytes: bytes)
        } catch {
            throw .refused(MediaRefusal(error))
        }
    }
}
