internal import Addressing
internal import CV4L2
internal import Glibc
internal import Media
internal import Platform

extension CameraDevice: CaptureDevice {
    func configure(_ mode: CameraMode) throws(CameraError) -> CameraFormat {
        var format = v4l2_format()
        format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        format.fmt.pix.pixelformat = mode.fourCC.rawValue
        format.fmt.pix.width = UInt32(mode.size.width)
        format.fmt.pix.height = UInt32(mode.size.height)
        format.fmt.pix.field = V4L2_FIELD_ANY.rawValue
        format.fmt.pix.priv = UInt32(V4L2_PIX_FMT_PRIV_MAGIC)
        try call("VIDIOC_S_FMT", cv4l2_VIDIOC_S_FMT, &format)
        let picture = format.fmt.pix
        guard let code = CameraCode(fourCC: picture.pixelformat) else {
            throw .inconsistent("format \(FourCC(rawValue: picture.pixelformat).text)")
        }
        var result = CameraFormat(
            mode: CameraMode(
                code: code,
                fourCC: FourCC(rawValue: picture.pixelformat),
                size: PixelSize(picture.width, picture.height)
            ),
            bytesPerRow: Int(picture.bytesperline),
            bufferBytes: Int(picture.sizeimage),
            colors: colors(picture),
            field: picture.field
        )
        result.mode.rate = try setRate(mode.rate)
        return result
    }

    private func colors(_ picture: v4l2_pix_format) -> CameraColors {
        // Without the mark the other fields hold nothing.
        guard hasExtendedFormat, picture.priv == UInt32(V4L2_PIX_FMT_PRIV_MAGIC) else {
            return CameraColors(colorspace: picture.colorspace)
        }
        return CameraColors(
            colorspace: picture.colorspace,
            encoding: picture.ycbcr_enc,
            quantization: picture.quantization,
            transfer: picture.xfer_func
        )
    }

    /// Asks for a rate.
    ///
    /// - Returns: What the driver then says; nil where it says nothing.
    private func setRate(_ rate: Hertz?) throws(CameraError) -> Hertz? {
        var parameters = v4l2_streamparm()
        parameters.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        guard try enumerates("VIDIOC_G_PARM", cv4l2_VIDIOC_G_PARM, &parameters) else { return nil }
        if let rate, parameters.parm.capture.capability & UInt32(V4L2_CAP_TIMEPERFRAME) != 0 {
            parameters.parm.capture.timeperframe = v4l2_fract(
                numerator: UInt32(rate.denominator),
                denominator: UInt32(rate.numerator)
            )
            _ = try enumerates("VIDIOC_S_PARM", cv4l2_VIDIOC_S_PARM, &parameters)
        }
        return Hertz(interval: parameters.parm.capture.timeperframe)
    }

    func makeBuffers(_ count: Int) throws(CameraError) -> CameraBuffers {
        let granted = try requestBuffers(UInt32(count))
        var buffers: [CameraBuffers.Buffer] = []
        do throws(CameraError) {
            for index in 0..<min(granted, 32) { buffers.append(try map(index)) }
        } catch {
            _ = CameraBuffers(buffers)
            throw error
        }
        return CameraBuffers(buffers)
    }

    func releaseBuffers() throws(CameraError) {
        _ = try requestBuffers(0)
    }

    /// - Returns: How many there are now.
    private func requestBuffers(_ count: UInt32) throws(CameraError) -> UInt32 {
        var request = v4l2_requestbuffers()
        request.count = count
        request.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        request.memory = V4L2_MEMORY_MMAP.rawValue
        try call("VIDIOC_REQBUFS", cv4l2_VIDIOC_REQBUFS, &request)
        return request.count
    }

    private func map(_ index: UInt32) throws(CameraError) -> CameraBuffers.Buffer {
        var entry = emptyBuffer(Int(index))
        try call("VIDIOC_QUERYBUF", cv4l2_VIDIOC_QUERYBUF, &entry)
        let bytes = Int(entry.length)
        let start = mmap(
            nil,
            bytes,
            PROT_READ | PROT_WRITE,
            MAP_SHARED,
            descriptor,
            off_t(entry.m.offset)
        )
        guard let start, start != MAP_FAILED else {
            throw .call(SystemCallError(call: "mmap", errno: Errno(rawValue: errno)))
        }
        return CameraBuffers.Buffer(start: start, bytes: bytes, dmaDescriptor: export(index))
    }

    /// The buffer as a dma-buf; nil where the driver exports none.
    private func export(_ index: UInt32) -> CInt? {
        var request = v4l2_exportbuffer()
        request.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        request.index = index
        request.flags = UInt32(O_RDONLY | O_CLOEXEC)
        do {
            try call("VIDIOC_EXPBUF", cv4l2_VIDIOC_EXPBUF, &request)
            return request.fd
        } catch {
            return nil
        }
    }

    func start() throws(CameraError) {
        var type = CInt(V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue)
        try call("VIDIOC_STREAMON", cv4l2_VIDIOC_STREAMON, &type)
    }

    func stop() {
        var type = CInt(V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue)
        // ENODEV after the camera was unplugged.
        try? call("VIDIOC_STREAMOFF", cv4l2_VIDIOC_STREAMOFF, &type)
    }

    func queue(_ index: Int) throws(CameraError) {
        var buffer = emptyBuffer(index)
        try call("VIDIOC_QBUF", cv4l2_VIDIOC_QBUF, &buffer)
    }

    func dequeue() throws(CameraError) -> CapturedBuffer? {
        thread.check()
        var buffer = emptyBuffer(0)
        do throws(CameraError) {
            try call("VIDIOC_DQBUF", cv4l2_VIDIOC_DQBUF, &buffer)
        } catch {
            if error.errno == .wouldBlock { return nil }
            throw error
        }
        return CapturedBuffer(
            index: Int(buffer.index),
            bytesUsed: Int(buffer.bytesused),
            sequence: buffer.sequence,
            timestamp: timestamp(of: buffer),
            hasError: buffer.flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0
        )
    }

    private func emptyBuffer(_ index: Int) -> v4l2_buffer {
        var buffer = v4l2_buffer()
        buffer.index = UInt32(index)
        buffer.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        buffer.memory = V4L2_MEMORY_MMAP.rawValue
        return buffer
    }

    private func timestamp(of buffer: v4l2_buffer) -> MonotonicTime? {
        let kind = buffer.flags & UInt32(V4L2_BUF_FLAG_TIMESTAMP_MASK)
        guard kind == UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC) else { return nil }
        let time = buffer.timestamp
        return MonotonicTime(
            nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_usec) &* 1_000
        )
    }
}
