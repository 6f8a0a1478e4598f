import Media
import Testing

@Suite struct ImageFileFormatTests {
    @Test(
        arguments: [
            ("a.jpg", .jpeg), ("A.JPEG", .jpeg), ("a.b.jfif", .jpeg), ("/x.d/a.Jpe", .jpeg),
            ("a.png", .png), ("a.webp", .webp), ("a.gif", .gif), ("a.bmp", .bmp),
            ("a.TIF", .tiff), ("a.tiff", .tiff), ("http://h/a.avif", .avif), (".png", .png),
            ("a.mp4", nil), ("a.pngs", nil), ("a.png/b", nil), ("png", nil), ("", nil), ("a.", nil),
        ] as [(String, ImageFileFormat?)]
    )
    func anImageIsKnownByItsName(name: String, format: ImageFileFormat?) {
        #expect(ImageFileFormat(ofFileNamed: name) == format)
    }

    @Test func whatMayBeAnimatedIsNotHeld() {
        #expect(ImageFileFormat.allCases.filter(\.isHeld) == [.jpeg, .png])
    }
}
