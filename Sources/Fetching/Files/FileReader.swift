internal import Glibc
internal import Media
internal import Platform

/// Fetches a file of this machine.
///
/// It never waits for another program, as opening a named pipe would; a disk or a file server
/// that does not answer holds it up all the same.
enum FileReader {
    private static let partBytes = 64 << 10

    /// - Parameters:
    ///   - path: From the root.
    ///   - request: For the validators and limits.
    ///   - isCancelled: Asked before each part.
    /// - Returns: The file; `unchanged` where its size and time are those of the validators.
    static func fetch(
        _ path: String,
        _ request: FetchRequest,
        isCancelled: () -> Bool
    ) -> FetchOutcome {
        do throws(ReadFailure) {
            let file = try open(path)
            let (validators, size) = try attributes(of: file)
            if validators == request.validators { return .unchanged(validators) }
            let limit = max(request.limits.bytes, 1)
            guard size <= limit else { throw ReadFailure(.isTooLong(limitBytes: limit)) }
            let body = try read(file, size: size, limit: limit, isCancelled: isCancelled)
            return .fetched(
                FetchedDocument(body: body, validators: validators, url: request.url)
            )
        } catch {
            return .failed(FetchFailure(url: request.url, reason: error.reason))
        }
    }

    private static func open(_ path: String) throws(ReadFailure) -> OwnedDescriptor {
        let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        do throws(SystemCallError) {
            return OwnedDescriptor(
                taking: try systemCall("open") { Glibc.open(path, flags) }
            )
        } catch {
            // A socket, or a device that is not there.
            guard error.errno != .noSuchDeviceOrAddress else {
                throw ReadFailure(.isNoRegularFile)
            }
            throw ReadFailure(.file(error.errno))
        }
    }

    /// Taken before the file is read: what is written meanwhile is a change next time.
    private static func attributes(
        of file: borrowing OwnedDescriptor
    ) throws(ReadFailure) -> (Validators, size: Int) {
        var status = stat()
        let descriptor = file.rawValue
        do throws(SystemCallError) {
            try systemCall("fstat") { fstat(descriptor, &status) }
        } catch {
            throw ReadFailure(.file(error.errno))
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw ReadFailure(.isNoRegularFile) }
        let time = "\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
        return (Validators(etag: "\"\(time)-\(status.st_size)\""), status.st_size)
    }

    private static func read(
        _ file: borrowing OwnedDescriptor,
        size: Int,
        limit: Int,
        isCancelled: () -> Bool
    ) throws(ReadFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size)
        var part = [UInt8](repeating: 0, count: partBytes)
        let descriptor = file.rawValue
        while true {
            guard !isCancelled() else { throw ReadFailure(.cancelled) }
            let count: CInt
            do throws(SystemCallError) {
                count = try systemCall("read") {
                    CInt(truncatingIfNeeded: Glibc.read(descriptor, &part, part.count))
                }
            } catch {
                throw ReadFailure(.file(error.errno))
            }
            guard count > 0 else { return bytes }
            bytes += part.prefix(Int(count))
            guard bytes.count <= limit else { throw ReadFailure(.isTooLong(limitBytes: limit)) }
        }
    }
}

/// Why a file was not read.
private struct ReadFailure: Error {
    let reason: FetchFailure.Reason

    init(_ reason: FetchFailure.Reason) {
        self.reason = reason
    }
}
