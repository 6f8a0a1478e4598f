internal import CFFmpeg

extension ImagingError {
    /// Loads one of FFmpeg's libraries, unless it is loaded.
    ///
    /// - Throws: `library`, which names the one that is missing.
    static func require(_ library: cffmpeg_library) throws(ImagingError) {
        guard let reason = cffmpeg_load(library) else { return }
        throw .library(call: "dlopen", reason: String(cString: reason))
    }
}
