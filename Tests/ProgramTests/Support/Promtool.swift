internal import Glibc

enum Promtool {
    /// Where it is: what scripts/setup unpacked, or what is in `PATH`.
    static let path: String? = {
        let folder = Programs.pipd.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
        let unpacked = "\(folder)/tools/prometheus/usr/bin/promtool"
        if access(unpacked, X_OK) == 0 { return unpacked }
        guard let scratch = try? Scratch(),
            let result = try? Programs.run("promtool", ["--version"], in: scratch)
        else { return nil }
        return result.ending == .exit(0) ? "promtool" : nil
    }()
}
