internal import ControlAPI
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Media
internal import NIOCore
internal import Platform

/// Answers `/v1/preview.mjpeg`: pictures one after the other, until either side ends them.
///
/// A picture is written whole, and the next one is asked for when the client has taken it: one
/// that reads slowly is left pictures out, and is never behind by more than what its connection
/// holds. The head of a part is written with the part before, since a browser shows a picture
/// when the next begins.
struct PreviewStream: Sendable {
    let backend: any PreviewBackend
    let width: PreviewWidth?
    /// Pictures a second.
    let rate: Int

    private static let boundary = "pipd-picture"
    private static let head = "--\(boundary)\r\nContent-Type: image/jpeg\r\n\r\n"
    /// An unchanged picture is repeated, so that a client that has left is noticed.
    private static let repetition = 5.0
    /// What the kernel takes of a picture before the client has taken the one before, in bytes:
    /// the rest is still to be had anew.
    private static let mostUnsent = 16 << 10

    /// - Throws: `ControlError` where there is no picture, or no place.
    func answer(_ call: RouteCall) async throws -> Response {
        let place = try backend.previewPlace(isLasting: true)
        let first = try await backend.preview(PreviewRequest(width: width), from: place)
        guard let first else { throw ControlError.unavailable("There is no picture yet.") }
        if let channel = call.context.channel { try? await boundUnsent(of: channel) }
        let (request, isAdmitted) = (call.request, call.context.isStillAdmitted)
        let headers: HTTPFields = [
            .contentType: "multipart/x-mixed-replace; boundary=\(Self.boundary)",
            .cacheControl: "no-store",
            // A proxy is not to collect pictures.
            .xAccelBuffering: "no",
        ]
        return Response(
            status: .ok,
            headers: headers,
            body: .init { writer in
                do {
                    try await request.body.consumeWithCancellationOnInboundClose { _ in
                        try await send(from: first, at: place, while: isAdmitted, to: &writer)
                    }
                } catch is CancellationError {
                    // The client closed its end.
                }
                try await writer.finish(nil)
            }
        )
    }

    private func send(
        from first: PreviewPicture,
        at place: PreviewPlace,
        while isAdmitted: () -> Bool,
        to writer: inout any ResponseBodyWriter
    ) async throws {
        var picture = first
        try await writer.write(ByteBuffer(string: Self.head))
        while !place.isRevoked, isAdmitted() {
            let next = MonotonicClock.now() + .seconds(1 / Double(rate))
            try await Self.write(picture.file, to: &writer)
            try await writer.write(ByteBuffer(string: "\r\n" + Self.head))
            let rest = max(0, (next - MonotonicClock.now()).count)
            try await Task.sleep(nanoseconds: UInt64(rest))
            let request = PreviewRequest(
                width: width,
                after: picture.frame,
                waitSeconds: Self.repetition
            )
            guard let new = try await self.next(request, at: place) else { continue }
            backend.noteSkipped(max(0, new.number - picture.number - 1))
            picture = new
        }
    }

    /// Nil where the view has not changed, or there is none for a while.
    private func next(
        _ request: PreviewRequest,
        at place: PreviewPlace
    ) async throws -> PreviewPicture? {
        do {
            return try await backend.preview(request, from: place)
        } catch {
            try Task.checkCancellation()
            if !place.isRevoked { try await Task.sleep(nanoseconds: 1_000_000_000) }
            return nil
        }
    }

    /// A picture by itself: one that is small goes out with the head of its answer.
    static func body(of picture: PreviewPicture) -> ResponseBody {
        let file = picture.file
        guard file.readableBytes > smallBytes else { return ResponseBody(byteBuffer: file) }
        return ResponseBody(contentLength: file.readableBytes) { writer in
            try await write(file, to: &writer)
            try await writer.finish(nil)
        }
    }

    /// In pieces, since the time that a client has is for each of them.
    private static func write(
        _ file: ByteBuffer,
        to writer: inout any ResponseBodyWriter
    ) async throws {
        var rest = file
        while rest.readableBytes > 0,
            let piece = rest.readSlice(length: min(rest.readableBytes, pieceBytes))
        {
            try await writer.write(piece)
        }
    }

    /// What a connection takes at once (`ChannelOptions.writeBufferWaterMark`), in bytes.
    private static let smallBytes = 32 << 10
    private static let pieceBytes = 16 << 10

    /// A Unix socket has little room by itself.
    private func boundUnsent(of channel: any Channel) async throws {
        guard channel.localAddress?.protocol != .unix else { return }
        let name = NIOBSDSocket.Option(rawValue: TCPOption.notSentLowWaterMark)
        let option = ChannelOptions.Types.SocketOption(level: .tcp, name: name)
        try await channel.setOption(option, value: Self.mostUnsent).get()
    }
}

/// Options of TCP sockets that NIO has no name for.
private enum TCPOption {
    /// `TCP_NOTSENT_LOWAT` of `linux/tcp.h`.
    static let notSentLowWaterMark: CInt = 25
}
