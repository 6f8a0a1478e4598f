/// The version of the daemon and of its client.
public enum Version {
    public static let current = "0.1.0"
}
