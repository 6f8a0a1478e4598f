internal import Glibc

/// Where paths begin that are not absolute: where pipd was started.
enum WorkingDirectory {
    /// Without a slash at its end.
    static var path: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            guard let base = buffer.baseAddress, let path = getcwd(base, buffer.count) else {
                return ""
            }
            let text = String(cString: path)
            return text == "/" ? "" : text
        }
    }
}
