internal import Synchronization

/// Whose turn it is with each camera: photos are taken one at a time, in the
/// order in which they were asked for.
///
/// Thread: safe.
final class PhotoTurns: Sendable {
    private struct State {
        var lastNumber = 0
        /// Those who wait for a camera, and before them who takes its photo.
        var lines: [String: [Int]] = [:]
    }

    private let state = Mutex(State())

    /// A place in a camera's line; kept until it is given up.
    struct Place: Hashable, Sendable {
        fileprivate let camera: String
        fileprivate let number: Int
    }

    /// Lines up for a camera, behind all who did before.
    func join(_ camera: String) -> Place {
        state.withLock { state in
            state.lastNumber += 1
            state.lines[camera, default: []].append(state.lastNumber)
            return Place(camera: camera, number: state.lastNumber)
        }
    }

    func isFirst(_ place: Place) -> Bool {
        state.withLock { $0.lines[place.camera]?.first == place.number }
    }

    /// Gives a place up: after the photo, or instead of it.
    func leave(_ place: Place) {
        state.withLock { state in
            state.lines[place.camera]?.removeAll { $0 == place.number }
            if state.lines[place.camera]?.isEmpty == true { state.lines[place.camera] = nil }
        }
    }
}
