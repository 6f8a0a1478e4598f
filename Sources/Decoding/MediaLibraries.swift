package import Addressing
internal import CFFmpeg
internal import Platform

/// FFmpeg's libraries, which are loaded when a source first needs them: a test
/// pattern needs none, a camera that delivers raw pictures the smallest.
///
/// Their functions load them as well. Asked here, a library that is missing is
/// the source's error; there it would be the program's end.
///
/// Thread: safe.
package enum MediaLibraries {
    /// What keeps pictures: 2 ms.
    ///
    /// - Throws: `SourceError` that names the library which is missing.
    package static func loadForPictures() throws(SourceError) {
        try load(CFFMPEG_AVUTIL)
    }

    /// What decodes and converts pictures: 10 ms.
    ///
    /// - Throws: As above.
    package static func loadForDecoding() throws(SourceError) {
        try loadForPictures()
        try load(CFFMPEG_SWSCALE)
        try load(CFFMPEG_AVCODEC)
    }

    /// What reads files and network streams: 20 ms.
    ///
    /// - Throws: As above.
    package static func loadForReading() throws(SourceError) {
        try loadForDecoding()
        try load(CFFMPEG_AVFORMAT)
        _ = unmappedOnce
    }

    /// What binding 140 libraries has touched would make the peak of a start's memory: with what
    /// opening, decoding and composing the first picture touches on top of it.
    private static let unmappedOnce: Void = ProgramPages.unmapUntilUsed()

    private static func load(_ library: cffmpeg_library) throws(SourceError) {
        guard let reason = cffmpeg_load(library) else { return }
        throw SourceError(.resources, String(cString: reason))
    }
}
