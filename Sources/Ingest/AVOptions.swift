internal import CFFmpeg

/// Options for a libav object. The corresponding C type is `AVDictionary`.
///
/// Thread: reentrant.
struct AVOptions: ~Copyable {
    private var dictionary: OpaquePointer?

    init() {}

    deinit {
        var dictionary = dictionary
        av_dict_free(&dictionary)
    }

    mutating func set(_ key: StaticString, _ value: String) {
        // Fails only without memory.
        let result = av_dict_set(&dictionary, "\(key)", value, 0)
        precondition(result >= 0, "Out of memory")
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

    /// Lets a C function take the options it knows and leave the others.
    mutating func withPointer<Result>(
        _ body: (UnsafeMutablePointer<OpaquePointer?>) -> Result
    ) -> Result {
        body(&dictionary)
    }
}
