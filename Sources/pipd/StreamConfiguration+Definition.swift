internal import ControlAPI
internal import Ingest
internal import Media

extension StreamConfiguration {
    /// What a file or a client says of a stream; the rest is as usual.
    init(_ id: StreamID, _ definition: StreamDefinition) {
        self.init(id: id, url: definition.url)
        loop = definition.loop ?? loop
        transport = definition.transport.flatMap(Transport.init) ?? transport
        timeout = definition.timeout.map { .seconds($0) } ?? timeout
        size = definition.size.flatMap(PixelSize.init(text:))
        frameRate = definition.fps.flatMap { Hertz(text: FieldRule.brief($0)) }
        format = definition.format.flatMap(CameraCode.init)
        threads = definition.threads
        live = definition.live
        keepWarm = definition.keepWarm ?? keepWarm
        lookback = definition.lookback.flatMap { $0 > 0 ? .seconds($0) : nil }
        decoding = definition.decoding.flatMap(Decoding.init) ?? decoding
    }
}

extension PixelSize {
    fileprivate init?(text: String) {
        guard let sides = StreamLimits.sides(text, in: 1...Int(Int32.max)) else { return nil }
        self.init(width: Int32(sides.width), height: Int32(sides.height))
    }
}
