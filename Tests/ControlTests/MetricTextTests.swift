internal import Foundation
internal import TestSupport
internal import Testing

@testable internal import Control

@Suite struct MetricTextTests {
    @Test func prometheusTextKeepsTheSamplesNames() {
        let text = MetricText.render(
            [
                MetricFamily("a_total", .counter, help: "A \"b\".", value: 3),
                MetricFamily(
                    "b_info",
                    .info,
                    help: "B.",
                    samples: [MetricSample([.init("v", "1")], 1)]
                ),
            ],
            as: .prometheus
        )
        #expect(
            text == """
                # HELP a_total A "b".
                # TYPE a_total counter
                a_total 3.0
                # HELP b_info B.
                # TYPE b_info gauge
                b_info{v="1"} 1.0

                """
        )
    }

    @Test func openMetricsTextNamesFamiliesUnitsAndItsEnd() {
        let text = MetricText.render(
            [
                MetricFamily("cpu_seconds_total", .counter, help: "A \"b\".", value: 0.5),
                MetricFamily(
                    "b_info",
                    .info,
                    help: "B.",
                    samples: [MetricSample([.init("v", "1")], 1)]
                ),
            ],
            as: .openMetrics
        )
        #expect(
            text == """
                # HELP cpu_seconds A \\"b\\".
                # TYPE cpu_seconds counter
                # UNIT cpu_seconds seconds
                cpu_seconds_total 0.5
                # HELP b B.
                # TYPE b info
                b_info{v="1"} 1.0
                # EOF

                """
        )
    }

    @Test func bucketsAreCumulativeAndEndAtInfinity() {
        let value = HistogramValue(bounds: [0.5, 1], counts: [1, 0, 2], sum: 7.25)
        let text = MetricText.render(
            [
                MetricFamily(
                    "h",
                    .histogram,
                    help: "H.",
                    samples: [MetricSample([.init("layer", "pip")], value)]
                )
            ],
            as: .prometheus
        )
        #expect(
            text == """
                # HELP h H.
                # TYPE h histogram
                h_bucket{layer="pip",le="0.5"} 1
                h_bucket{layer="pip",le="1.0"} 1
                h_bucket{layer="pip",le="+Inf"} 3
                h_sum{layer="pip"} 7.25
                h_count{layer="pip"} 3

                """
        )
    }

    @Test(
        arguments: [
            (0.0, "0.0"), (1.5, "1.5"), (.infinity, "+Inf"), (-.infinity, "-Inf"),
            (.nan, "NaN"), (1e-05, "1e-05"), (1e21, "1e+21"),
        ] as [(Double, String)]
    )
    func numbersAreWhatParsersRead(number: Double, text: String) {
        #expect(MetricText.text(of: number) == text)
    }

    @Test func labelValuesAreEscaped() {
        let text = MetricText.render(
            [
                MetricFamily(
                    "g",
                    .gauge,
                    help: "G.",
                    samples: [MetricSample([.init("stream", "a\"b\\c\nd")], 1)]
                )
            ],
            as: .prometheus
        )
        #expect(text.contains(#"g{stream="a\"b\\c\nd"} 1.0"#))
    }

    @Test(.enabled(if: Promtool.path != nil, "needs promtool: scripts/setup unpacks it"))
    func promtoolFindsNothingToSay() throws {
        let tool = Tool(path: try #require(Promtool.path))
        let text = MetricText.render(FakeMetrics.all, as: .prometheus)
        let result = try tool.run(["check", "metrics"], input: text)
        #expect(result.output + result.errors == "")
        #expect(result.status == 0)
    }

    /// The reference parser raises on anything that the specification forbids.
    @Test(
        .enabled(
            if: Tool.metricsPython != nil,
            "the Python module prometheus_client is not installed (python3-prometheus-client)"
        )
    )
    func theReferenceParserReadsOpenMetrics() throws {
        let tool = try #require(Tool.metricsPython)
        let script = """
            import sys
            from prometheus_client.openmetrics.parser import text_string_to_metric_families as parse
            names = [family.name + ":" + family.type for family in parse(sys.stdin.read())]
            print(len(names), *sorted(names)[:3])
            """
        let text = MetricText.render(FakeMetrics.all, as: .openMetrics)
        let result = try tool.run(["-c", script], input: text)
        #expect(result.status == 0)
        #expect(
            result.output == """
                \(FakeMetrics.all.count) pipd_build:info pipd_compose_seconds:histogram \
                pipd_conversions:counter

                """
        )
    }
}

/// A program that a test asks for a second opinion.
struct Tool {
    let path: String

    /// A Python that has the reference parser of OpenMetrics.
    static let metricsPython = all(named: "python3").first { python in
        let script = "import prometheus_client.openmetrics.parser"
        return (try? python.run(["-c", script], input: ""))?.status == 0
    }

    private static func all(named name: String) -> [Tool] {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return folders.map { "\($0)/\(name)" }
            .filter { FileManager.default.isExecutableFile(atPath: $0) }
            .map { Tool(path: $0) }
    }

    func run(_ arguments: [String], input: String) throws -> Command.Finished {
        try Command([path] + arguments).finish(input: input)
    }
}
