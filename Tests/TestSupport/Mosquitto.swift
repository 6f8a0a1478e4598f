internal import Foundation

public enum Mosquitto {
    /// Where the broker is: what scripts/setup unpacked, or what is in `PATH`; nil where there is
    /// none.
    public static let path = program("sbin/mosquitto")
    /// What makes its files of passwords.
    public static let passwords = program("bin/mosquitto_passwd")

    private static func program(_ place: String) -> String? {
        let unpacked = BuildFolder.appending("tools/mosquitto/usr/\(place)").path
        return [unpacked, "/usr/\(place)"].first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }
}
