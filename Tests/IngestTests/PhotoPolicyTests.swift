import Media
import Testing

@testable import Addressing
@testable import Capture

/// Which mode a photo is taken in.
@Suite struct PhotoPolicyTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let offer: [String]
        /// `FORMAT WxH@RATE`.
        let chosen: String

        var testDescription: String { name }
    }

    private static let webcam = CameraNegotiationTests.webcam

    @Test(
        arguments: [
            Case(name: "webcam", offer: webcam, chosen: "MJPEG 2560x1440@30"),
            // Of one size, what was not compressed.
            Case(
                name: "both",
                offer: ["YUYV 640x480@30 1920x1080@5", "MJPG 640x480@30 1920x1080@30"],
                chosen: "YUYV 1920x1080@5"
            ),
            // Five a second, of two that need no decoding; a fast JPEG is no reason.
            Case(
                name: "rates",
                offer: ["NV12 4000x3000@2", "YUYV 4000x3000@5", "MJPG 4000x3000@30"],
                chosen: "YUYV 4000x3000@5"
            ),
            Case(
                name: "slow",
                offer: ["YUYV 4000x3000@2", "MJPG 4000x3000@30"],
                chosen: "YUYV 4000x3000@2"
            ),
            Case(name: "fast", offer: ["NV12 640x480@15,30,60"], chosen: "NV12 640x480@30"),
            // Area, not width.
            Case(
                name: "wide",
                offer: ["YUYV 3000x500@30 2000x1500@30"],
                chosen: "YUYV 2000x1500@30"
            ),
            Case(
                name: "emulated",
                offer: ["~NV12 640x480@30", "YUYV 640x480@30"],
                chosen: "YUYV 640x480@30"
            ),
            Case(
                name: "grey",
                offer: ["GREY 1920x1080@30", "JPEG 320x240@30"],
                chosen: "MJPEG 320x240@30"
            ),
            Case(
                name: "range",
                offer: ["YUYV 32x32-1000x1000/16x8@1-60"],
                chosen: "YUYV 992x1000@30"
            ),
            Case(
                name: "beyond",
                offer: ["YUYV 640x480@30 9000x9000@1"],
                chosen: "YUYV 640x480@30"
            ),
            Case(name: "silent", offer: ["MJPG 16x16-8192x8192/1x1"], chosen: "MJPEG 8192x8192@30"),
        ]
    )
    func theLargestSizeIsChosen(row: Case) throws {
        let mode = try PhotoPolicy.choose(from: CameraOffer(lines: row.offer))
        let rate = mode.rate.map { "@\(CameraOfferText.number($0))" } ?? ""
        #expect("\(mode.code.rawValue) \(mode.size)\(rate)" == row.chosen)
    }

    @Test(
        arguments: [
            (["YUYV 9000x9000@1 8200x100@1"], ["within 8192x8192", "8200x100, 9000x9000"]),
            (["GREY 640x480@30"], ["GREY", "NV12, YU12, YUYV, MJPEG"]),
        ]
    )
    func aCameraWithoutASizeForPhotosSaysWhatItHas(offer: [String], words: [String]) {
        let error = #expect(throws: CameraError.self) {
            try PhotoPolicy.choose(from: CameraOffer(lines: offer))
        }
        guard case .notOffered(let text)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        for word in words { #expect(text.contains(word), "\(text)") }
    }
}
