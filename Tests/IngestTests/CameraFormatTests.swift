import Media
import Testing

@testable import Addressing
@testable import Capture

/// How a driver's figures are read: colours and memory.
@Suite struct CameraFormatTests {
    /// The numbers of `enum v4l2_colorspace`, `v4l2_ycbcr_encoding`,
    /// `v4l2_quantization` and `v4l2_xfer_func`.
    @Test(
        arguments: [
            // All default: sRGB's primaries and transfer, BT.601, limited range.
            ([0, 0, 0, 0], .bt601, .limited, .bt709, .srgb),
            // sRGB, as most webcams say.
            ([8, 0, 0, 0], .bt601, .limited, .bt709, .srgb),
            ([8, 0, 1, 0], .bt601, .full, .bt709, .srgb),
            // JPEG: full range unless stated.
            ([7, 0, 0, 0], .bt601, .full, .bt709, .srgb),
            ([7, 0, 2, 0], .bt601, .limited, .bt709, .srgb),
            // Standard definition, NTSC and PAL.
            ([1, 0, 0, 0], .bt601, .limited, .bt601NTSC, .bt709),
            ([6, 0, 0, 0], .bt601, .limited, .bt601PAL, .bt709),
            ([2, 0, 0, 0], .bt709, .limited, .bt601NTSC, .bt709),
            // High definition, and an encoding that differs from it.
            ([3, 0, 0, 0], .bt709, .limited, .bt709, .bt709),
            ([3, 1, 0, 0], .bt601, .limited, .bt709, .bt709),
            ([8, 2, 2, 1], .bt709, .limited, .bt709, .bt709),
            ([1, 3, 0, 0], .bt601, .limited, .bt601NTSC, .bt709),
            ([3, 4, 0, 0], .bt709, .limited, .bt709, .bt709),
            ([10, 0, 0, 0], .bt2020, .limited, .bt2020, .bt709),
            ([10, 7, 1, 7], .bt2020, .full, .bt2020, .pq),
            ([9, 0, 0, 0], .bt601, .limited, .bt709, .srgb),
            ([11, 0, 0, 0], .bt601, .limited, .bt709, .linear),
            ([12, 0, 0, 0], .bt709, .limited, .p3, .srgb),
            // Numbers of a newer kernel.
            ([99, 99, 99, 99], .bt601, .limited, .bt709, .bt709),
        ]
            as [(
                [UInt32], Colorimetry.Matrix, Colorimetry.Range, Colorimetry.Primaries,
                Colorimetry.Transfer
            )]
    )
    func coloursAreMappedAsTheKernelDocuments(
        numbers: [UInt32],
        matrix: Colorimetry.Matrix,
        range: Colorimetry.Range,
        primaries: Colorimetry.Primaries,
        transfer: Colorimetry.Transfer
    ) {
        let colors = CameraColors(
            colorspace: numbers[0],
            encoding: numbers[1],
            quantization: numbers[2],
            transfer: numbers[3]
        )
        let expected = Colorimetry(
            matrix: matrix,
            range: range,
            primaries: primaries,
            transfer: transfer
        )
        #expect(colors.colorimetry == expected)
    }

    /// A format, its row distance, and where components start and how their rows lie apart.
    @Test(
        arguments: [
            (.nv12, 640, [0, 640, 230_400, 640], 345_600),
            (.nv12, 704, [0, 704, 253_440, 704], 380_096),
            (.yu12, 640, [0, 640, 230_400, 320, 288_000, 320], 345_600),
            (.yu12, 768, [0, 768, 276_480, 384, 345_600, 384], 414_656),
            (.yuyv, 1280, [0, 1280], 460_800),
            (.yuyv, 1344, [0, 1344], 483_776),
            (.mjpeg, 0, [], 0),
        ] as [(CameraCode, Int, [Int], Int)]
    )
    func rowsOfTheDriverAreRespected(
        code: CameraCode,
        bytesPerRow: Int,
        layout: [Int],
        bytes: Int
    ) {
        let format = CameraFormat(code, 640, 360, bytesPerRow: bytesPerRow, bufferBytes: 500_000)
        #expect(format.layout.flatMap { [$0.offset, $0.bytesPerRow] } == layout)
        #expect(format.pictureBytes == bytes)
        #expect(format.flaw == nil)
    }

    @Test(
        arguments: [
            (CameraFormat(.nv12, 640, 360, bytesPerRow: 639, bufferBytes: 500_000), "rows of 639"),
            (CameraFormat(.yuyv, 640, 360, bytesPerRow: 640, bufferBytes: 500_000), "rows of 640"),
            (CameraFormat(.nv12, 640, 360, bytesPerRow: 640, bufferBytes: 345_599), "345600"),
            (CameraFormat(.yu12, 640, 360, bytesPerRow: 638, bufferBytes: 500_000), "rows of 638"),
            (CameraFormat(.yuyv, 0, 0, bytesPerRow: 0, bufferBytes: 0), "0x0"),
            (CameraFormat(.mjpeg, 9000, 360, bytesPerRow: 0, bufferBytes: 1), "9000x360"),
            (CameraFormat(.mjpeg, 640, 360, bytesPerRow: 0, bufferBytes: 0), "of 0 bytes"),
            (CameraFormat(.mjpeg, 640, 360, bytesPerRow: 0, bufferBytes: 1 << 31), "2147483648"),
            (CameraFormat(.mjpeg, .max, .max, bytesPerRow: 0, bufferBytes: 1), "pictures of"),
            (CameraFormat(.nv12, -1, -1, bytesPerRow: 1 << 32, bufferBytes: 1), "pictures of"),
            (
                CameraFormat(.yu12, 8192, 8192, bytesPerRow: 4_294_967_295, bufferBytes: 1 << 30),
                "buffers"
            ),
            (
                CameraFormat(.yuyv, 640, 360, bytesPerRow: 4_294_967_295, bufferBytes: 1 << 32),
                "buffers"
            ),
        ]
    )
    func figuresThatDoNotFitTogetherAreRefused(format: CameraFormat, words: String) {
        #expect(format.flaw?.contains(words) == true, "\(String(describing: format.flaw))")
    }

    @Test(arguments: [0, -1, Int.min, 1 << 31, 1 << 32, .max])
    func lengthsThatLibavcodecCannotCountAreNoPicture(bytes: Int) throws {
        let size = PixelSize(width: 64, height: 32)
        let decoder = try CameraDecoder(size: size, threads: 1)
        var byte: UInt8 = 0
        #expect(
            withUnsafeMutableBytes(of: &byte) { buffer in
                buffer.baseAddress.map { decoder.decode($0, bytes: bytes) } == false
            }
        )
    }

    /// The numbers of `enum v4l2_field`: any, none, top, bottom, interlaced, one
    /// after the other (two orders), alternate, interlaced (two orders).
    @Test(
        arguments: zip(
            [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, .max] as [UInt32],
            [false, false, true, true, false, true, true, true, false, false, false]
        )
    )
    func halfPicturesAreKnownByTheirField(field: UInt32, isHalved: Bool) {
        var format = CameraFormat(.nv12, 720, 288, bytesPerRow: 720, bufferBytes: 400_000)
        #expect(!format.isHalved)
        format.field = field
        #expect(format.isHalved == isHalved)
    }

    /// The fraction of a frame interval, and the rate in lowest terms.
    @Test(
        arguments: [
            ([1, 30], "30"), ([1001, 30000], "30000/1001"), ([333_333, 9_999_990], "30"),
            ([0, 0], nil), ([0, 30], nil), ([1, 0], nil), ([1, .max], nil), ([.max, 1], nil),
            ([.max, .max], "1"),
        ] as [([UInt32], String?)]
    )
    func intervalsOfAnyNumbersAreRead(fraction: [UInt32], rate: String?) {
        #expect(Hertz(interval: fraction[0], fraction[1])?.description == rate)
    }

    @Test(
        arguments: [
            (0, 0, 0, 0), (640, 360, 640, 360), (.max, 1, 0, 1), (1 << 31, .max, 0, 0),
            (1, 0x7FFF_FFFF, 1, .max),
        ] as [(UInt32, UInt32, Int32, Int32)]
    )
    func lengthsOf32BitsAreEmpty(width: UInt32, height: UInt32, columns: Int32, rows: Int32) {
        #expect(PixelSize(width, height) == PixelSize(width: columns, height: rows))
    }
}

extension CameraFormat {
    init(
        _ code: CameraCode,
        _ width: Int32,
        _ height: Int32,
        bytesPerRow: Int,
        bufferBytes: Int
    ) {
        self.init(
            mode: CameraMode(
                code: code,
                fourCC: code.fourCC,
                size: PixelSize(width: width, height: height),
                rate: .thirty
            ),
            bytesPerRow: bytesPerRow,
            bufferBytes: bufferBytes,
            colors: CameraColors(colorspace: 8)
        )
    }
}

extension CameraCode {
    /// The kernel's usual code.
    var fourCC: FourCC { FourCC(characters: self == .mjpeg ? "MJPG" : rawValue[...]) }
}
