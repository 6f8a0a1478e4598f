internal import Glibc

/// What the kernel counts of this process: the `process_*` metrics.
public struct ProcessStatistics: Hashable, Sendable {
    /// Memory in RAM, shared libraries included.
    public let residentBytes: Int
    /// Processor time of all threads, user and system; in steps of 10 ms.
    public let cpuSeconds: Double
    public let openDescriptors: Int
    public let threads: Int
    /// Seconds since 1970; the same at every call.
    public let startTimeUnixSeconds: Double

    /// Reads the figures of this moment.
    ///
    /// - Throws: `open` or `read` of a file below `/proc`, or `EBADMSG` for one that is not as
    ///   proc(5) says.
    public static func current() throws(SystemCallError) -> Self {
        let statistics = try KernelText.read("/proc/self/stat")
        // The second field is the program's name, which may hold spaces and parentheses.
        guard let nameEnd = statistics.lastIndex(of: ")") else { throw KernelText.malformed }
        let fields = statistics[statistics.index(after: nameEnd)...].split(separator: " ")
        let ticks = Double(sysconf(CInt(_SC_CLK_TCK)))
        return Self(
            residentBytes: try field(24, of: fields) * sysconf(CInt(_SC_PAGESIZE)),
            cpuSeconds: Double(try field(14, of: fields) + field(15, of: fields)) / ticks,
            openDescriptors: try KernelText.descriptors().count,
            threads: try field(20, of: fields),
            startTimeUnixSeconds: try bootTime.get() + Double(try field(22, of: fields)) / ticks
        )
    }

    /// Processors that the system uses; at least one.
    public static var onlineProcessors: Int { max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN))) }

    /// A numeric field by its number in proc(5); `fields` begins at number 3.
    private static func field(
        _ number: Int,
        of fields: [Substring]
    ) throws(SystemCallError) -> Int {
        guard fields.count > number - 3, let value = Int(fields[number - 3]) else {
            throw KernelText.malformed
        }
        return value
    }

    /// Read once: the kernel derives it from the wall clock, and it moves when that is set.
    private static let bootTime = Result<Double, SystemCallError> { () throws(SystemCallError) in
        let lines = try KernelText.read("/proc/stat").split(separator: "\n")
        guard let line = lines.first(where: { $0.hasPrefix("btime ") }),
            let seconds = Double(line.dropFirst("btime ".count))
        else { throw KernelText.malformed }
        return seconds
    }
}
