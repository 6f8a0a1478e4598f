package import Platform
internal import Synchronization

/// Where one thread asks for a photo and a stream's thread hands it over.
///
///     idle ── ask ──► asked ── begin ──► underway ── answer ──► answered ── collect ──► idle
///                       │ giveUp            │ giveUp               │ giveUp
///                       ▼                   ▼                      ▼
///                      idle             unwanted ── answer ──►    idle
///
/// One at a time: there is one camera. A caller that gives up leaves nothing
/// behind, neither a wish that is met later nor a picture that nobody fetches.
/// `unwanted` lasts until the camera is back at its video.
///
/// Thread: safe.
package final class PhotoDesk: Sendable {
    /// What is wanted, and how to tell that it is answered.
    package struct Request: Sendable {
        let wish: PhotoWish
        /// Signalled with the answer.
        let answered: WakeUp

        package init(wish: PhotoWish, answered: WakeUp) {
            self.wish = wish
            self.answered = answered
        }
    }

    package typealias Answer = Result<CameraPhoto, PhotoError>

    private enum State {
        case idle
        case asked(Request)
        case underway(Request)
        case unwanted
        case answered(Answer)
    }

    private let state = Mutex(State.idle)

    package init() {}

    /// Whether somebody waits for a photo, or one is still being taken.
    package var isTaken: Bool {
        state.withLock {
            if case .idle = $0 { false } else { true }
        }
    }

    // MARK: The caller's side.

    /// - Returns: False when the desk is taken.
    package func ask(_ request: Request) -> Bool {
        state.withLock {
            guard case .idle = $0 else { return false }
            $0 = .asked(request)
            return true
        }
    }

    /// Whether the stream's thread has not looked at the request yet.
    package var isUnheard: Bool {
        state.withLock {
            if case .asked = $0 { true } else { false }
        }
    }

    /// Takes the answer; nil while there is none.
    package func collect() -> Answer? {
        state.withLock {
            guard case .answered(let answer) = $0 else { return nil }
            $0 = .idle
            return answer
        }
    }

    /// Ends the wait of the caller whose request lies here.
    package func giveUp() {
        state.withLock {
            if case .underway = $0 { $0 = .unwanted } else { $0 = .idle }
        }
    }

    // MARK: The stream's side.

    /// Takes a request up; nil when there is none.
    func begin() -> PhotoWish? {
        state.withLock {
            guard case .asked(let request) = $0 else { return nil }
            $0 = .underway(request)
            return request.wish
        }
    }

    /// Whether the request that was taken up is still waited for.
    var isWanted: Bool {
        state.withLock {
            if case .underway = $0 { true } else { false }
        }
    }

    /// Answers the request that was taken up.
    func answer(_ answer: Answer) {
        let waiting: WakeUp? = state.withLock {
            guard case .underway(let request) = $0 else {
                $0 = .idle
                return nil
            }
            $0 = .answered(answer)
            return request.answered
        }
        waiting?.signal()
    }
}
