internal import Glibc
internal import Platform

/// Calls libdrm and checks the result: −1 with `errno`, or a negative error number.
///
/// Both are one here: −1 is also `-EPERM`, and where libdrm returns that, `errno`
/// is `EPERM`, too.
///
/// - Parameters:
///   - call: The C function's or ioctl's name, for the error.
///   - body: Makes the call once.
/// - Returns: What `body` returned: zero or more.
/// - Throws: `SystemCallError`.
@discardableResult
func drmCall(
    _ call: StaticString,
    _ body: () -> CInt
) throws(SystemCallError) -> CInt {
    try systemCall(call) {
        let result = body()
        if result < -1 { errno = -result }
        return max(result, -1)
    }
}
