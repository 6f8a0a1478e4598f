internal import ControlAPI
internal import Foundation
internal import Testing

@Suite struct ImageReportTests {
    private func report() -> ImageReport {
        ImageReport(format: .jpeg, width: 4, height: 3, bytes: 2, sha256: "ab")
    }

    @Test(
        arguments: [
            (1.4000000000000001, "1.4"), (0.1 + 0.2, "0.3"), (12, "12"), (-3.48, "-3.48"),
            (1e-10, "0"), (0.123456789123, "0.123456789"), (95443.717699999, "95443.717699999"),
            (1_795_226_512.503, "1795226512.503"), (.infinity, "null"), (-.infinity, "null"),
            (.nan, "null"), (1e9, "1000000000"),
        ] as [(Double, String)]
    )
    func timesHaveNoMoreThanNanoseconds(time: Double, text: String) throws {
        var report = report()
        report.actual = time
        let json = String(decoding: try JSONText.encode(report), as: UTF8.self)
        #expect(json.contains(#""actual":\#(text),"#), "\(json)")
    }

    @Test(
        arguments: [.greatestFiniteMagnitude, .leastNonzeroMagnitude, -.infinity, .nan] as [Double]
    )
    func whateverTheNumbersAreItIsJSON(number: Double) throws {
        var report = report()
        (report.requested, report.actual, report.ageMilliseconds) = (number, number, number)
        (report.quality, report.elapsedMilliseconds) = (number, number)
        let data = try JSONText.encode(report)
        #expect(try JSONText.decode(ImageReport.self, from: data).width == 4)
        let event = SnapshotEventReport(report, eventID: 1, subscribers: 0)
        _ = try JSONText.encode(event)
    }

    @Test func whatIsReadIsWhatWasWritten() throws {
        var report = report()
        (report.stream, report.path, report.tier) = ("door", "/srv/a.jpg", .nearest)
        (report.requested, report.actual, report.ageMilliseconds) = (-3.5, -3.25, 3250)
        (report.scaledDown, report.sourceWidth, report.sourceHeight) = (true, 8, 6)
        (report.quality, report.encodes, report.elapsedMilliseconds) = (0.5, 3, 1.5)
        report.photo = .init(mode: .photo, converged: false, cameraMode: "8x6 YUYV")
        let data = try JSONText.encode(report)
        #expect(try JSONText.decode(ImageReport.self, from: data) == report)
        report.photo = .init(mode: .frame)
        let frame = try JSONText.encode(report)
        #expect(try JSONText.decode(ImageReport.self, from: frame) == report)
    }
}
