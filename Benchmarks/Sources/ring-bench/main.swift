internal import CRings

// ring-bench ROUNDS: all rings in turn, ROUNDS times; prints a line of JSON for
// each measurement. ring-bench calls COUNT: COUNT pictures through pipd's ring,
// for a profiler that counts calls.

let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "calls", let count = arguments.last.flatMap({ Int64($0) }) {
    var file = FrameRingLoops.file
    guard crings_measure_alternate(&file, 8, count).is_right == 1 else { fatalError("Lost one") }
} else if let rounds = arguments.first.flatMap({ Int($0) }) {
    for round in 0..<rounds { Round(number: round).run() }
} else {
    print("usage: ring-bench ROUNDS | ring-bench calls COUNT")
}
