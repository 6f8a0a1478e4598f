/// What of the library cannot be kept, and why: a disk is full, mostly.
///
/// A fault lasts until the same work is done without one, so that it is told once, however often
/// that is tried.
struct KeepingFaults {
    /// What was to be kept.
    enum Work: Hashable {
        /// What going through the root of a path has met.
        case root(String)
        /// What files were found to hold.
        case files
        /// What people say of files, beside the database.
        case marks
        /// Small pictures.
        case thumbnails
    }

    private var reasons: [Work: String] = [:]
    /// Before there was such work, nobody knows whether all is well.
    private var isKnown = false
    private var told: [String]?

    /// For people, each once.
    var texts: [String] { Set(reasons.values).sorted() }

    /// Why something could not be kept the last time; nil where it could.
    func reason(of work: Work) -> String? { reasons[work] }

    /// Takes in how something went.
    ///
    /// - Parameters:
    ///   - work: What.
    ///   - reason: Why it could not be kept; nil: it could.
    mutating func note(_ work: Work, _ reason: String?) {
        reasons[work] = reason
        switch work {
        case .root, .thumbnails: isKnown = true
        case .files, .marks: break
        }
    }

    /// The roots of the configuration, from now on.
    mutating func configure(_ roots: [String]) {
        reasons = reasons.filter { work, _ in
            switch work {
            case .root(let path): roots.contains(path)
            case .files: !roots.isEmpty
            case .marks, .thumbnails: true
            }
        }
    }

    /// What is to be told now: all faults that there are; nil where that was told.
    mutating func takeNews() -> [String]? {
        let texts = texts
        let isTold = !(told ?? []).isEmpty
        guard told != texts, isKnown || isTold || !texts.isEmpty else { return nil }
        told = texts
        return texts
    }
}
