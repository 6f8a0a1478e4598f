internal import CCurl

/// What runs a transfer step by step, and keeps the connections for the next.
///
/// libcurl's simple interface, `curl_easy_perform`, waits for up to a second between two calls
/// that could end it.
///
/// Thread: bound to one thread at a time.
struct MultiHandle: ~Copyable {
    /// After which a transfer that is to stop does.
    private static let stepMilliseconds: CInt = 100
    /// Of servers that were asked last.
    private static let mostConnections = 4

    private let rawValue: UnsafeMutableRawPointer

    /// The corresponding C function is `curl_multi_init`. Traps where there is no memory.
    init() {
        guard let handle = curl_multi_init() else { preconditionFailure("No memory for libcurl") }
        rawValue = handle
        check(ccurl_multi_setopt_long(handle, CURLMOPT_MAXCONNECTS, Self.mostConnections))
    }

    deinit {
        curl_multi_cleanup(rawValue)
    }

    /// Runs a transfer to its end, which its options bound.
    ///
    /// - Parameters:
    ///   - easy: The transfer.
    ///   - isStopped: Asked at least ten times a second.
    /// - Returns: How it ended; nil where it was stopped.
    func run(_ easy: borrowing EasyHandle, isStopped: () -> Bool) -> CURLcode? {
        check(curl_multi_add_handle(rawValue, easy.rawValue))
        defer { check(curl_multi_remove_handle(rawValue, easy.rawValue)) }
        while !isStopped() {
            var running: CInt = 0
            check(curl_multi_perform(rawValue, &running))
            if let code = result() { return code }
            check(curl_multi_poll(rawValue, nil, 0, Self.stepMilliseconds, nil))
        }
        return nil
    }

    /// Of the transfer that has ended; there is one at a time.
    private func result() -> CURLcode? {
        var left: CInt = 0
        while let message = curl_multi_info_read(rawValue, &left) {
            if message.pointee.msg == CURLMSG_DONE { return ccurl_result(message) }
        }
        return nil
    }

    private func check(_ code: CURLMcode) {
        precondition(code == CURLM_OK, "libcurl is used in a wrong way, or has no memory")
    }
}
