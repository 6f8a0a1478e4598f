internal import ControlAPI
internal import Ingest
internal import Media
internal import Presentation

extension StreamConfiguration {
    /// What a file or a client says of a stream; the rest is as usual.
    init(_ id: StreamID, _ address: SourceAddress, _ fields: FieldValues<StreamFields>) {
        self.init(id: id, address: address)
        loop = fields.loop ?? loop
        transport = fields.transport.flatMap(Transport.init) ?? transport
        timeout = fields.timeout.map { .seconds($0) } ?? timeout
        size = fields.size.flatMap(PixelSize.init(text:))
        frameRate = fields.fps.flatMap { Hertz(text: FieldRule.brief($0)) }
        format = fields.format.flatMap(CameraCode.init)
        threads = fields.threads
        live = fields.live
        keepWarm = fields.keepWarm ?? keepWarm
        lookback = fields.lookback.flatMap { $0 > 0 ? .seconds($0) : nil }
        decoding = fields.decoding.flatMap(Decoding.init) ?? decoding
        variant = fields.variant.map(VariantWish.init(text:)) ?? variant
        sync = fields.sync.flatMap { WallSync($0) }
        placeholder = fields.placeholder.map { PlaceholderWish($0) } ?? placeholder
        // The wall goes on.
        if sync != nil { loop = true }
    }
}

extension WallSync {
    /// Nil without a group.
    ///
    /// - Parameters:
    ///   - fields: What is said.
    ///   - before: Whose epoch stays where none is said; nil: 1970.
    init?(_ fields: FieldValues<SyncFields>, over before: Self? = nil) {
        guard let group = fields.group else { return nil }
        let epoch = fields.epoch.flatMap(UTCText.seconds).map { Nanoseconds.seconds(Double($0)) }
        self.init(group: group, epoch: epoch ?? before?.epoch ?? .zero)
    }
}

extension VariantWish {
    init(text: String) {
        switch text {
        case "highest": self = .highest
        case "lowest": self = .lowest
        default: self = PixelSize(text: text).map(Self.upTo) ?? .automatic
        }
    }
}
