internal import FoundationEssentials

/// The report of an image in the two places where it is not a document of its own.
enum ImageText {
    /// JSON with what a header field cannot have written as `\uXXXX`.
    ///
    /// - Parameter json: An object; outside of its strings there is only ASCII.
    /// - Returns: The same JSON, of printable ASCII.
    static func headerField(_ json: Data) -> String {
        var text = ""
        for unit in String(decoding: json, as: UTF8.self).utf16 {
            if unit < 0x7F {
                text.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
            } else {
                text += "\\u" + String(String(0x10000 + Int(unit), radix: 16).dropFirst())
            }
        }
        return text
    }

    /// JSON of a report with the image as its member `data`: what precedes the image's
    /// text, and what follows it, with a newline at the end.
    struct Document: Sendable {
        let head = Array(#"{"data":""#.utf8)
        let tail: [UInt8]
        /// The length of all of it.
        let bytes: Int

        /// - Parameters:
        ///   - report: An object that is not empty.
        ///   - imageBytes: The length of the image's file.
        init(_ report: Data, imageBytes: Int) {
            // What follows the opening brace.
            tail = Array("\",".utf8) + report.dropFirst() + [0x0A]
            bytes = head.count + Base64.length(of: imageBytes) + tail.count
        }
    }
}
