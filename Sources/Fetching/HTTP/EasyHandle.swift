internal import CCurl

/// A transfer of libcurl's and its options; it serves one after another.
///
/// Thread: bound to one thread at a time.
struct EasyHandle: ~Copyable {
    let rawValue: UnsafeMutableRawPointer
    /// For libcurl's words about a failure.
    private let words: UnsafeMutableBufferPointer<CChar>

    /// The corresponding C function is `curl_easy_init`. Traps where there is no memory.
    init() {
        guard let handle = curl_easy_init() else { preconditionFailure("No memory for libcurl") }
        rawValue = handle
        words = .allocate(capacity: Int(CURL_ERROR_SIZE))
        words.initialize(repeating: 0)
    }

    deinit {
        curl_easy_cleanup(rawValue)
        words.deallocate()
    }

    /// Forgets all options. Connections stay.
    func reset() {
        curl_easy_reset(rawValue)
        words.update(repeating: 0)
        set(CURLOPT_ERRORBUFFER, UnsafeMutableRawPointer(words.baseAddress))
    }

    /// Why the last transfer failed, in libcurl's words.
    func failureWords(_ code: CURLcode) -> String {
        guard let start = words.baseAddress, start.pointee != 0 else {
            return String(cString: curl_easy_strerror(code))
        }
        return String(cString: start)
    }

    func set(_ option: CURLoption, _ value: Int) {
        check(ccurl_easy_setopt_long(rawValue, option, value))
    }

    func set(_ option: CURLoption, bytes: Int) {
        check(ccurl_easy_setopt_off_t(rawValue, option, curl_off_t(bytes)))
    }

    /// libcurl copies the text.
    func set(_ option: CURLoption, _ value: String) {
        check(ccurl_easy_setopt_string(rawValue, option, value))
    }

    /// The list has to live until the next reset.
    func set(_ option: CURLoption, _ value: borrowing HeaderList) {
        check(ccurl_easy_setopt_list(rawValue, option, value.first))
    }

    /// What it points to has to live until the next reset.
    func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer?) {
        check(ccurl_easy_setopt_pointer(rawValue, option, value))
    }

    func set(_ option: CURLoption, _ value: ccurl_receiver) {
        check(ccurl_easy_setopt_receiver(rawValue, option, value))
    }

    func text(_ info: CURLINFO) -> String? {
        var value: UnsafeMutablePointer<CChar>?
        check(ccurl_easy_getinfo_string(rawValue, info, &value))
        return value.map { String(cString: $0) }
    }

    /// Of those that count bytes or microseconds.
    func number(_ info: CURLINFO) -> Int64 {
        var value: curl_off_t = 0
        check(ccurl_easy_getinfo_off_t(rawValue, info, &value))
        return Int64(value)
    }

    /// The options are those of every libcurl from 7.85 on, and their values checked before.
    private func check(_ code: CURLcode) {
        precondition(code == CURLE_OK, "libcurl does not take an option, or has no memory")
    }
}

/// Header lines of a request.
struct HeaderList: ~Copyable {
    fileprivate private(set) var first: UnsafeMutablePointer<curl_slist>?

    deinit {
        curl_slist_free_all(first)
    }

    /// The corresponding C function is `curl_slist_append`, which copies the line. A value that
    /// would make several lines of one is left out, and one that is too long.
    mutating func append(_ name: String, _ value: String?) {
        guard let value, !value.isEmpty, value.utf8.count <= AnswerFields.longestValue,
            value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else { return }
        guard let list = curl_slist_append(first, "\(name): \(value)") else {
            preconditionFailure("No memory for libcurl")
        }
        first = list
    }
}
