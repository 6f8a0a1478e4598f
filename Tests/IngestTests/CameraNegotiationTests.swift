import Media
import Testing

@testable import Addressing
@testable import Capture

/// Which mode is chosen of what a camera offers.
@Suite struct CameraNegotiationTests {
    /// A camera and a wish, each in one line, and the mode that is chosen:
    /// `FORMAT WxH@RATE`.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let offer: [String]
        var wish = ""
        let chosen: String

        var testDescription: String { "\(name): \(wish)" }
    }

    /// As UVC cameras are: raw pictures in small or few, JPEG in large and many.
    static let webcam = [
        "YUYV 640x480@30,15 1280x720@10 1920x1080@5",
        "MJPG 640x480@30 1280x720@30 1920x1080@30 2560x1440@30",
    ]
    /// As the vivid driver's webcam: all formats in all sizes, large ones slow.
    static let vivid = ["YUYV", "NV12", "YU12"].map {
        "\($0) 320x180@1,30,60 640x360@1,30,40 640x480@1,25 1280x720@1,12.5 1920x1080@1,5"
    }

    @Test(
        arguments: [
            Case(name: "webcam", offer: webcam, chosen: "MJPEG 1920x1080@30"),
            Case(name: "webcam", offer: webcam, wish: "640x480", chosen: "YUYV 640x480@30"),
            Case(name: "webcam", offer: webcam, wish: "1280x720", chosen: "MJPEG 1280x720@30"),
            Case(name: "webcam", offer: webcam, wish: "1280x720 @5", chosen: "YUYV 1280x720@10"),
            Case(name: "webcam", offer: webcam, wish: "640x480 @10", chosen: "YUYV 640x480@15"),
            Case(name: "webcam", offer: webcam, wish: "YUYV", chosen: "YUYV 640x480@30"),
            Case(name: "webcam", offer: webcam, wish: "1920x1080 YUYV", chosen: "YUYV 1920x1080@5"),
            Case(name: "webcam", offer: webcam, wish: "2560x1440", chosen: "MJPEG 2560x1440@30"),
            Case(name: "webcam", offer: webcam, wish: "@29.97", chosen: "MJPEG 1920x1080@30"),
            Case(name: "vivid", offer: vivid, chosen: "NV12 640x360@30"),
            Case(name: "vivid", offer: vivid, wish: "1280x720", chosen: "NV12 1280x720@12.5"),
            Case(name: "vivid", offer: vivid, wish: "YU12 @60", chosen: "YU12 320x180@60"),
            Case(name: "vivid", offer: vivid, wish: "@5", chosen: "NV12 1920x1080@5"),
            // Nothing reaches 30: the highest rate, then the largest.
            Case(
                name: "slow",
                offer: ["YUYV 640x480@15 800x600@15 1280x720@7.5"],
                chosen: "YUYV 800x600@15"
            ),
            // Of two that do not, the faster one, decoded or not.
            Case(
                name: "slow",
                offer: ["YUYV 640x480@10", "MJPG 640x480@25"],
                chosen: "MJPEG 640x480@25"
            ),
            Case(name: "NTSC", offer: ["YUYV 720x480@29.97"], chosen: "YUYV 720x480@29.97"),
            // All larger than a screen shows: the smallest of them.
            Case(
                name: "huge",
                offer: ["NV12 4096x2160@30 3840x2160@30"],
                chosen: "NV12 3840x2160@30"
            ),
            // Whatever is not shown is not looked at.
            Case(
                name: "grey",
                offer: ["GREY 1920x1080@30", "JPEG 320x240@30"],
                chosen: "MJPEG 320x240@30"
            ),
            // What a library makes up costs its processor time.
            Case(
                name: "emulated",
                offer: ["~NV12 640x480@30", "YUYV 640x480@30"],
                chosen: "YUYV 640x480@30"
            ),
            // Sizes in steps.
            Case(
                name: "range",
                offer: ["YUYV 32x32-4000x3000/16x8@1-60"],
                chosen: "YUYV 1920x1080@30"
            ),
            Case(
                name: "range",
                offer: ["YUYV 32x32-4000x3000/16x8@1-60"],
                wish: "640x360 @50",
                chosen: "YUYV 640x360@50"
            ),
            Case(
                name: "range",
                offer: ["YUYV 32x32-700x500/16x8@1-20"],
                chosen: "YUYV 688x496@20"
            ),
            Case(name: "range", offer: ["YUYV 320x240@50-60"], chosen: "YUYV 320x240@50"),
            // A driver that enumerates nothing is asked for what is wanted.
            Case(name: "silent", offer: ["MJPG 16x16-8192x8192/1x1"], chosen: "MJPEG 1920x1080@30"),
            Case(
                name: "silent",
                offer: ["MJPG 16x16-8192x8192/1x1"],
                wish: "800x600 @15",
                chosen: "MJPEG 800x600@15"
            ),
        ]
    )
    func theBestModeIsChosen(_ row: Case) throws {
        let mode = try CameraNegotiation.choose(
            CameraWish(text: row.wish),
            from: CameraOffer(lines: row.offer)
        )
        let rate = mode.rate.map { "@\(CameraOfferText.number($0))" } ?? ""
        #expect("\(mode.code.rawValue) \(mode.size)\(rate)" == row.chosen)
    }

    /// What the refusal must say.
    @Test(
        arguments: [
            (webcam, "NV12", ["NV12", "YUYV, MJPEG"]),
            (webcam, "1024x768", ["1024x768", "640x480, 1280x720, 1920x1080, 2560x1440"]),
            (webcam, "2560x1440 YUYV", ["2560x1440 YUYV", "640x480, 1280x720, 1920x1080"]),
            (webcam, "@60", ["60", "30"]),
            (vivid, "1280x720 @30", ["1280x720", "30", "but 12.5", "with 320x180, 640x360"]),
            (["GREY 640x480@30"], "", ["GREY", "NV12, YU12, YUYV, MJPEG"]),
            ([], "", ["no format"]),
            (["YUYV 32x32-640x480/16x8@30"], "650x480", ["650x480", "32x32 to 640x480"]),
        ] as [(offer: [String], wish: String, words: [String])]
    )
    func aWishThatCannotBeMetSaysWhatIsOffered(offer: [String], wish: String, words: [String]) {
        let error = #expect(throws: CameraError.self) {
            try CameraNegotiation.choose(CameraWish(text: wish), from: CameraOffer(lines: offer))
        }
        guard case .notOffered(let text)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        for word in words { #expect(text.contains(word), "\(text)") }
    }
}

extension CameraWish {
    /// Reads `1280x720 YUYV @30`, in any order, each part optional.
    init(text: String) {
        self.init()
        for part in text.split(separator: " ") {
            if part.hasPrefix("@") {
                rate = Hertz(text: part.dropFirst())
            } else if let code = CameraCode(rawValue: String(part)) {
                self.code = code
            } else {
                size = PixelSize(pair: part)
            }
        }
    }
}

extension CameraOffer {
    /// Reads lines such as `YUYV 640x480@30,15 1280x720@10`; ranges as
    /// `32x32-640x480/16x8@1-60`; a `~` in front of an emulated format.
    init(lines: [String]) {
        self.init(
            formats: lines.map { line in
                let parts = line.split(separator: " ")
                let name = parts[0].drop { $0 == "~" }
                return Format(
                    fourCC: FourCC(characters: name),
                    isEmulated: parts[0].hasPrefix("~"),
                    sizes: parts.dropFirst().map { Size(text: $0) }
                )
            }
        )
    }
}

extension CameraOffer.Size {
    fileprivate init(text: Substring) {
        let halves = text.split(separator: "@")
        let rates = halves.count > 1 ? CameraOffer.Rates(text: halves[1]) : .unknown
        let ends = halves[0].split { $0 == "-" || $0 == "/" }.map { PixelSize(pair: $0) }
        if ends.count == 3 {
            self.init(ends[0], to: ends[1], step: ends[2], rates: rates)
        } else {
            self.init(ends[0], rates: rates)
        }
    }
}

extension CameraOffer.Rates {
    fileprivate init(text: Substring) {
        let ends = text.split(separator: "-").compactMap { Hertz(text: $0) }
        if ends.count == 2 {
            self = .range(ends[0], ends[1])
        } else {
            self = .discrete(text.split(separator: ",").compactMap { Hertz(text: $0) })
        }
    }
}

extension PixelSize {
    init(pair: Substring) {
        let sides = pair.split(separator: "x").compactMap { Int32($0) }
        self.init(width: sides.first ?? 0, height: sides.last ?? 0)
    }
}

extension FourCC {
    init(characters: Substring) {
        self.init(
            rawValue: characters.utf8.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
        )
    }
}
