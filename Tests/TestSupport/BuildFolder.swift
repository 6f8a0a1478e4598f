internal import Foundation

/// `.build` of the checkout that the tests are of.
public enum BuildFolder {
    /// What was built into the folder of the test program.
    public static func program(_ name: String) -> String {
        let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(fileURLWithPath: own ?? "").deletingLastPathComponent().appending(path: name)
            .path
    }

    static func appending(_ path: String) -> URL {
        URL(fileURLWithPath: #filePath).appending(path: "../../../.build/\(path)").standardized
    }
}
