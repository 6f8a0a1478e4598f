internal import Foundation

public enum Mosquitto {
    /// Where the broker is: what scripts/setup unpacked, or what is in `PATH`; nil where there is
    /// none.
    public static let path = program("sbin/mosquitto")
    /// What makes its files of passwords.
    public static let passwords = program("bin/mosquitto_passwd")

    /// Its plugin that grants and refuses topics.
    public static let dynamicSecurity = plugin("mosquitto_dynamic_security.so")

    private static func plugin(_ name: String) -> String? {
        let unpacked = BuildFolder.appending("tools/mosquitto/usr/lib").path
        return [unpacked, "/usr/lib"].lazy.compactMap { folder in
            let files = FileManager.default
            let below = (try? files.contentsOfDirectory(atPath: folder)) ?? []
            return below.map { "\(folder)/\($0)/\(name)" }.first(where: files.fileExists(atPath:))
        }.first
    }

    private static func program(_ place: String) -> String? {
        let unpacked = BuildFolder.appending("tools/mosquitto/usr/\(place)").path
        return [unpacked, "/usr/\(place)"].first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }
}
