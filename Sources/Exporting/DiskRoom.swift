/// Whether a file system has room for something, with a rest that is never taken: a disk that is
/// full to the last byte stops others, too.
struct DiskRoom: Hashable {
    /// In bytes.
    static let reserve: Int64 = 64 << 20

    /// In bytes.
    let free: Int64

    func has(_ bytes: Int64) -> Bool {
        let (needed, overflows) = bytes.addingReportingOverflow(Self.reserve)
        return !overflows && needed <= free
    }
}
