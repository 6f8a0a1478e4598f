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
    }

    private var reasons: [Work: String] = [:]
    /// Before that, nobody knows whether all is well.
    private var isAnyRootDone = false
    private var told: [String]?

    /// For people, each once.
    var texts: [String] { Set(reasons.values).sorted() }

    /// Takes in how something went.
    ///
    /// - Parameters:
    ///   - work: What.
    ///   - reason: Why it could not be kept; nil: it could.
    mutating func note(_ work: Work, _ reason: String?) {
        reasons[work] = reason
        if case .root = work { isAnyRootDone = true }
    }

    /// The roots of the configuration, from now on.
    mutating func configure(_ roots: [String]) {
        reasons = reasons.filter { work, _ in
            switch work {
            case .root(let path): roots.contains(path)
            case .files: !roots.isEmpty
            case .marks: true
            }
        }
    }

    /// What is to be told now: all faults that there are; nil where that was told.
    mutating func takeNews() -> [String]? {
        let texts = texts
        guard told != texts, isAnyRootDone || !texts.isEmpty else { return nil }
        told = texts
        return texts
    }
}
