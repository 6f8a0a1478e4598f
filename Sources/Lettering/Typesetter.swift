internal import CPango
internal import Synchronization

/// Sets text in type: of any script, with the fonts of the system, in grey that no setting
/// of a desktop changes. Emoji have their colours where a font has them.
///
/// The first one loads Pango, Cairo and the list of fonts, 20 ms and 10 MB that stay; any
/// further one takes a millisecond, and its memory with it. But Cairo keeps some 16,000 letters of
/// the last 256 fonts and sizes in the process: their pixels up to 64 pixels of height (have few
/// sizes), above that their outlines alone, and of pictures, such as those of emoji, nothing.
/// Fonts whose colours are outlines are kept as pixels in any size.
///
/// Text may come from anywhere. Of a text 2,000 code points are looked at, fewer in letters
/// above 131 pixels; control characters are left out. What takes longest is 2,000 emoji that
/// differ, 0.3 s. Memory that Pango itself lacks ends the program.
///
/// Thread: bound to one thread at a time, with all its calls. Those of several wait for each other:
/// their fonts are Cairo's, which it shares between threads and reads while another closes them. So
/// a stream's thread may be held up by as long as texts of others take, also where one at low
/// priority draws them; the presentation's draws none.
package struct Typesetter: ~Copyable {
    private let engine: OpaquePointer
    private static let turn = Mutex(())

    /// What has Pango, of which it brings the rest along.
    package static let library = "libpangocairo-1.0.so.0"

    private init(taking engine: OpaquePointer) {
        self.engine = engine
    }

    deinit {
        Self.turn.withLock { _ in cpango_engine_close(engine) }
    }

    /// Takes some 20 ms the first time, more where fonts were installed and
    /// fontconfig has not listed them yet.
    ///
    /// - Parameter library: Another one in tests.
    /// - Returns: One that has a font to draw with.
    /// - Throws: `LetteringError.library`, `LetteringError.noFont`, `LetteringError.outOfMemory`.
    package static func open(library: String = Self.library) throws(LetteringError) -> Self {
        if let reason = cpango_load(library) { throw .library(String(cString: reason)) }
        let opened = turn.withLock { _ in cpango_engine_open() }
        guard let engine = opened else { throw .outOfMemory }
        let typesetter = Self(taking: engine)
        let hasFont = turn.withLock { _ in
            TextStyle(size: 16).withC { cpango_engine_has_font(engine, $0) } != 0
        }
        guard hasFont else { throw .noFont }
        return typesetter
    }

    /// What a text would take, without drawing it.
    ///
    /// - Parameters:
    ///   - text: Any.
    ///   - style: How it looks.
    /// - Returns: The extent of its picture, which may be larger than a picture can be.
    /// - Throws: `LetteringError.outOfMemory`.
    package borrowing func extent(
        of text: String,
        style: TextStyle
    ) throws(LetteringError) -> TextExtent {
        try Self.turn.withLock { (_) throws(LetteringError) in
            try TextLayout.make(text, style: style, engine: engine).extent
        }
    }

    /// Draws a text, on nothing.
    ///
    /// - Parameters:
    ///   - text: Any.
    ///   - style: How it looks.
    /// - Returns: Its picture; an empty one of no letters, and of blanks.
    /// - Throws: `LetteringError`, but for `library` and `noFont`.
    package borrowing func picture(
        of text: String,
        style: TextStyle
    ) throws(LetteringError) -> TextPicture {
        try Self.turn.withLock { (_) throws(LetteringError) in
            try TextLayout.make(text, style: style, engine: engine).picture()
        }
    }
}
