internal import CFFmpeg
package import Decoding

/// Options for a libav object. The corresponding C type is `AVDictionary`.
///
/// Thread: reentrant.
package struct AVOptions: ~Copyable {
    private var dictionary: OpaquePointer?
    /// Of the first option that could not be set: `withPointer` throws it.
    private var failure: AVError?

    package init() {}

    deinit {
        var dictionary = dictionary
        av_dict_free(&dictionary)
    }

    package mutating func set(_ key: StaticString, _ value: String) {
        let result = av_dict_set(&dictionary, "\(key)", value, 0)
        guard result < 0, failure == nil else { return }
        failure = AVError(call: "av_dict_set", code: .init(rawValue: result))
    }

    mutating func set(_ key: StaticString, _ value: Int64) {
        set(key, "\(value)")
    }

    /// What the HLS demuxer needs to be told where a `PlaylistMeter` watches it.
    mutating func setForPlaylists() {
        // It would ask for the next playlist on the connection of the last one, which it
        // finds only behind inputs that nobody else reads, and else ends the program.
        set("http_persistent", 0)
        // It would give up a playlist half way at a segment's name. Protocols
        // and, for files, `allowed_extensions` stay as they are.
        set("extension_picky", 0)
    }

    /// What is needed of the media before they are played is in their first pictures.
    mutating func setForHaste() {
        set("analyzeduration", 200_000)
        set("fpsprobesize", 0)
    }

    /// Lets a C function take the options it knows and leave the others.
    ///
    /// - Throws: `AVError` where one could not be set, for want of memory.
    package mutating func withPointer<Result>(
        _ body: (UnsafeMutablePointer<OpaquePointer?>) -> Result
    ) throws(AVError) -> Result {
        if let failure { throw failure }
        return body(&dictionary)
    }
}
