import Imaging
import Testing

/// Digests and checksums, by the examples of what defines them.
@Suite struct DigestTests {
    /// RFC 1321, and the Thumbnail Managing Standard's example.
    @Test(
        arguments: [
            ("", "d41d8cd98f00b204e9800998ecf8427e"),
            ("abc", "900150983cd24fb0d6963f7d28e17f72"),
            ("file:///home/jens/photos/me.png", "c6ee772d9e49320e97ec29a7eb5b1697"),
        ]
    )
    func md5(text: String, digest: String) throws {
        #expect(try Digest.md5.hexadecimal(of: Array(text.utf8)) == digest)
    }

    /// FIPS 180-4's examples.
    @Test(
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        ]
    )
    func sha256(text: String, digest: String) throws {
        #expect(try Digest.sha256.hexadecimal(of: Array(text.utf8)) == digest)
    }

    /// The second is that of every PNG file's last chunk.
    @Test(arguments: [("", 0), ("IEND", 0xAE42_6082), ("123456789", 0xCBF4_3926)])
    func crc(text: String, checksum: UInt32) throws {
        #expect(try CRC32Checksum.of(text.utf8) == checksum)
    }
}
