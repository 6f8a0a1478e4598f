internal import Foundation

public enum Promtool {
    /// Where it is: what scripts/setup unpacked, or what is in `PATH`; nil where there is none.
    public static let path: String? = {
        let unpacked = BuildFolder.appending("tools/prometheus/usr/bin/promtool")
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return ([unpacked.path] + folders.map { "\($0)/promtool" })
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }()
}
