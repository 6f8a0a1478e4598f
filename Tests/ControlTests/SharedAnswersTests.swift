import Hummingbird
import Testing

@testable import Control

@Suite struct SharedAnswersTests {
    @MainActor private final class Made {
        var count = 0
    }

    private struct Refused: Error {}

    /// On one thread, as in the server: all have asked before the first goes on.
    @Test @MainActor func itIsMadeOnceForAllWhoHaveAsked() async throws {
        let answers = SharedAnswers()
        let made = Made()
        let tasks = (0..<60).map { number in
            let name = number.isMultiple(of: 2) ? "a" : "b"
            return Task { @MainActor in
                let answer = try await answers.answer(to: name) {
                    made.count += 1
                    return Response(status: name == "a" ? .ok : .accepted)
                }
                return answer.status.code
            }
        }
        var asked: [Int] = []
        for task in tasks { asked.append(try await task.value) }
        #expect(asked.count { $0 == 200 } == 30 && asked.count { $0 == 202 } == 30)
        #expect(made.count == 2)
        // Who asks later has another.
        _ = try await answers.answer(to: "a") {
            made.count += 1
            return Response(status: .ok)
        }
        #expect(made.count == 3)
    }

    @Test @MainActor func whatIsThrownIsThrownToAllWhoHaveAsked() async throws {
        let answers = SharedAnswers()
        let made = Made()
        let tasks = (0..<20).map { _ in
            Task { @MainActor in
                try await answers.answer(to: "a") {
                    made.count += 1
                    throw Refused()
                }
            }
        }
        for task in tasks {
            await #expect(throws: Refused.self) { try await task.value }
        }
        #expect(made.count == 1)
        let later = try await answers.answer(to: "a") { Response(status: .ok) }
        #expect(later.status == .ok)
    }
}
