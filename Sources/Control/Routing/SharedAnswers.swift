internal import Hummingbird
internal import Synchronization

/// Makes what is costly once for all who have asked for it by then.
///
/// The playlist that ten thousand items may make is more than a megabyte, and takes the control
/// thread 70 ms: sixty pages that read it at the same time would keep all others waiting for
/// seconds, and the memory would have it sixty times.
///
/// Thread: safe.
final class SharedAnswers: Sendable {
    private typealias Result = Swift.Result<Response, any Error>

    /// Those who wait for what is not begun yet; no more than there may be connections.
    private let waiting = Mutex<[String: [CheckedContinuation<Result?, Never>]]>([:])

    /// - Parameters:
    ///   - name: What is asked for: all that is asked for by one name is the same.
    ///   - isolation: The caller's.
    ///   - make: Called once for all who have asked before it is.
    /// - Returns: What it made, after this was called.
    /// - Throws: What it throws.
    func answer(
        to name: String,
        isolation: isolated (any Actor)? = #isolation,
        _ make: () async throws -> Response
    ) async throws -> Response {
        if let result = await join(name, isolation) { return try result.get() }
        // Who has asked at the same time joins now.
        await Task.yield()
        let others = waiting.withLock { $0.removeValue(forKey: name) } ?? []
        let result: Result
        do {
            result = .success(try await make())
        } catch {
            result = .failure(error)
        }
        for other in others { other.resume(returning: result) }
        return try result.get()
    }

    /// - Returns: nil where nobody else is about to make it.
    private func join(
        _ name: String,
        _ isolation: isolated (any Actor)?
    ) async -> Result? {
        await withCheckedContinuation { continuation in
            let isFirst = waiting.withLock { waiting in
                guard waiting[name] != nil else {
                    waiting[name] = []
                    return true
                }
                waiting[name]?.append(continuation)
                return false
            }
            if isFirst { continuation.resume(returning: nil) }
        }
    }
}
