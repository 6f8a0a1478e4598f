internal import CFFmpeg

/// The containers that trims are made of and written to.
struct MovieContainer: Hashable {
    /// What libavformat may read for one, as `format_whitelist`.
    static let readable = "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm"

    /// libavformat's name of what writes it.
    let muxer: String
    /// Whether it has edit lists, which hide a part.
    let hides: Bool

    /// - Parameters:
    ///   - format: What libavformat calls what it reads.
    ///   - path: The file's, whose ending tells the members of one family apart.
    init(reading format: String, at path: String) {
        let type = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
        hides = format.hasPrefix("mov")
        muxer =
            switch (hides, type) {
            case (true, "mov"), (true, "qt"): "mov"
            case (true, _): "mp4"
            case (false, "webm"): "webm"
            case (false, _): "matroska"
            }
    }
}
