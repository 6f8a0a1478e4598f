internal import CFFmpeg
internal import Decoding
internal import Glibc
internal import Media
internal import Platform

/// What libavformat reads a movie by: it opens nothing by itself.
///
/// Thread: bound to whoever has it.
final class ReadMovie {
    private let file: ReadableFile
    private let progress: ExportProgress
    private var position: Int64 = 0
    /// When reading what the movie is made of takes too long; nil for what may take its time.
    var deadline: MonotonicTime?
    /// Why something could not be read, as a code of libav.
    private(set) var failure: CInt?
    private(set) var io: UnsafeMutablePointer<AVIOContext>?

    /// - Throws: `AVError` without memory.
    init(_ file: ReadableFile, _ progress: ExportProgress) throws(AVError) {
        self.file = file
        self.progress = progress
        io = cffmpeg_avio_open(
            Unmanaged.passUnretained(self).toOpaque(),
            0,
            { opaque, bytes, count in
                ReadMovie.of(opaque)?.read(bytes, Int(count)) ?? cffmpeg_AVERROR_EIO
            },
            nil,
            { opaque, offset, origin in
                ReadMovie.of(opaque)?.seek(offset, origin) ?? Int64(cffmpeg_AVERROR_EIO)
            }
        )
        guard io != nil else { throw AVError(call: "avio_alloc_context", code: .outOfMemory) }
    }

    deinit { cffmpeg_avio_close(io) }

    private static func of(_ opaque: UnsafeMutableRawPointer?) -> ReadMovie? {
        opaque.map { Unmanaged<ReadMovie>.fromOpaque($0).takeUnretainedValue() }
    }

    private func read(_ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int) -> CInt {
        if progress.isCancelled || deadline.map({ MonotonicClock.now() > $0 }) == true {
            failure = cffmpeg_AVERROR_EXIT
            return cffmpeg_AVERROR_EXIT
        }
        while true {
            let got = pread(file.rawValue, bytes, count, off_t(position))
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else {
                failure = cffmpeg_AVERROR_EIO
                return cffmpeg_AVERROR_EIO
            }
            position += Int64(got)
            progress.move()
            return got == 0 ? cffmpeg_AVERROR_EOF : CInt(got)
        }
    }

    private func seek(_ offset: Int64, _ origin: CInt) -> Int64 {
        let target: Int64? =
            switch origin & ~AVSEEK_FORCE {
            case SEEK_SET: offset
            case SEEK_CUR: position &+ offset
            case SEEK_END: file.size &+ offset
            default: nil
            }
        if origin & AVSEEK_SIZE != 0 { return file.size }
        guard let target, target >= 0 else { return Int64(cffmpeg_AVERROR_EINVAL) }
        position = target
        return target
    }
}

/// What libavformat writes a movie by.
///
/// Thread: bound to whoever has it.
final class WrittenMovie {
    private let file: ExportedFile
    private var position: Int64 = 0
    private var end: Int64 = 0
    /// Why the last call failed, if it did.
    private(set) var failure: ExportError?
    private(set) var io: UnsafeMutablePointer<AVIOContext>?

    /// - Throws: `AVError` without memory.
    init(_ file: ExportedFile) throws(AVError) {
        self.file = file
        io = cffmpeg_avio_open(
            Unmanaged.passUnretained(self).toOpaque(),
            1,
            nil,
            { opaque, bytes, count in
                WrittenMovie.of(opaque)?.write(bytes, Int(count)) ?? cffmpeg_AVERROR_EIO
            },
            { opaque, offset, origin in
                WrittenMovie.of(opaque)?.seek(offset, origin) ?? Int64(cffmpeg_AVERROR_EIO)
            }
        )
        guard io != nil else { throw AVError(call: "avio_alloc_context", code: .outOfMemory) }
    }

    deinit { cffmpeg_avio_close(io) }

    private static func of(_ opaque: UnsafeMutableRawPointer?) -> WrittenMovie? {
        opaque.map { Unmanaged<WrittenMovie>.fromOpaque($0).takeUnretainedValue() }
    }

    private func write(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
        do throws(ExportError) {
            try file.write(UnsafeRawBufferPointer(start: bytes, count: count), at: position)
        } catch {
            failure = failure ?? error
            return cffmpeg_AVERROR_EIO
        }
        position += Int64(count)
        end = max(end, position)
        return CInt(count)
    }

    private func seek(_ offset: Int64, _ origin: CInt) -> Int64 {
        if origin & AVSEEK_SIZE != 0 { return end }
        guard origin & ~AVSEEK_FORCE == SEEK_SET, offset >= 0 else {
            return Int64(cffmpeg_AVERROR_EINVAL)
        }
        position = offset
        return offset
    }
}
