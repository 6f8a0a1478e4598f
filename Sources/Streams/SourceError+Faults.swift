internal import Addressing
internal import Presentation

extension SourceError {
    static func stalled(_ address: SourceAddress) -> Self {
        Self(.timeout, "\(address.redacted): connected, but no picture comes")
    }

    /// Whether the same is likely to be met again after a while.
    ///
    /// What a live source sends may be something else at any moment, and a server of RTSP
    /// has no stream until a camera sends it one.
    func fault(at address: SourceAddress) -> ReconnectPolicy.Fault {
        if isCostly { return .costly }
        if isRefusal { return .lasting }
        guard kind.isPermanent else { return .passing }
        return switch address.kind {
        case .rtsp, .datagrams: .passing
        case .pattern, .file, .web, .camera, .awaited: .lasting
        }
    }
}
