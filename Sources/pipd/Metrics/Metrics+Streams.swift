internal import Control
internal import FrameTransport
internal import Ingest
internal import Media
internal import Pipeline
internal import Presentation

extension Metrics {
    static func streams(_ streams: [StreamSnapshot]) -> [MetricFamily] {
        ledger(streams) + sources(streams) + variants(streams) + lookback(streams)
            + sync(streams)
    }

    private static func ledger(_ streams: [StreamSnapshot]) -> [MetricFamily] {
        let drops = streams.flatMap { stream in
            DropReason.allCases.map { reason in
                MetricSample(
                    [.init("stream", stream.id.name), .init("reason", reason.rawValue)],
                    Double(stream.ledger.dropped[reason] ?? 0)
                )
            }
        }
        return [
            MetricFamily(
                "pipd_frames_received_total",
                .counter,
                help: "Frames that came from the source; each is presented, dropped or in flight.",
                samples: each(streams) { Double($0.ledger.received) }
            ),
            MetricFamily(
                "pipd_frames_presented_total",
                .counter,
                help: "Frames that were on the screen.",
                samples: each(streams) { Double($0.ledger.presented) }
            ),
            MetricFamily(
                "pipd_frames_dropped_total",
                .counter,
                help: "Frames never shown, by reason.",
                samples: drops
            ),
            MetricFamily(
                "pipd_frames_in_flight",
                .gauge,
                help: "Frames between decoder and screen.",
                samples: each(streams) { Double($0.ledger.inFlight) }
            ),
            MetricFamily(
                "pipd_frames_missed_total",
                .counter,
                help: "Frames that a camera's driver lost: never received, in no other count.",
                samples: each(streams) { Double($0.status.missed) }
            ),
            MetricFamily(
                "pipd_frame_latency_seconds",
                .histogram,
                help: "From decoded to presented.",
                samples: streams.map {
                    MetricSample([.init("stream", $0.id.name)], histogram($0.latency))
                }
            ),
        ]
    }

    private static func sources(_ streams: [StreamSnapshot]) -> [MetricFamily] {
        let states = streams.flatMap { stream in
            StreamState.allCases.map { state in
                MetricSample(
                    [.init("stream", stream.id.name), .init("state", state.rawValue)],
                    stream.status.state == state ? 1 : 0
                )
            }
        }
        let conversions = streams.flatMap { stream in
            stream.status.conversions.map { conversion in
                MetricSample(
                    [
                        .init("stream", stream.id.name), .init("from", conversion.from),
                        .init("to", conversion.to.name),
                    ],
                    Double(conversion.count)
                )
            }
        }
        return [
            MetricFamily(
                "pipd_stream_state",
                .gauge,
                help: "1 for the state that the stream is in.",
                samples: states
            ),
            MetricFamily(
                "pipd_stream_reconnects_total",
                .counter,
                help: "Times that the source was opened again.",
                samples: each(streams) { Double($0.status.reconnects) }
            ),
            MetricFamily(
                "pipd_stream_stalls_total",
                .counter,
                help: "Times that no picture came for longer than the stream's cadence allows.",
                samples: each(streams) { Double($0.status.stalls) }
            ),
            MetricFamily(
                "pipd_conversions_total",
                .counter,
                help: "Frames converted to a format that compositors take.",
                samples: conversions
            ),
            MetricFamily(
                "pipd_pool_bytes",
                .gauge,
                help: "Picture memory held.",
                samples: each(streams) { Double($0.poolBytes) }
            ),
        ]
    }

    private static func variants(_ streams: [StreamSnapshot]) -> [MetricFamily] {
        let having = streams.filter {
            !$0.status.variants.isEmpty || !$0.status.variantChanges.isEmpty
        }
        let changes = having.flatMap { stream in
            VariantPlan.Reason.allCases.map { reason in
                MetricSample(
                    [.init("stream", stream.id.name), .init("reason", reason.rawValue)],
                    Double(stream.status.variantChanges[reason] ?? 0)
                )
            }
        }
        return [
            MetricFamily(
                "pipd_bandwidth_bytes_per_second",
                .gauge,
                help: "What the server of a stream with variants is expected to give.",
                samples: streams.compactMap { stream in
                    stream.status.bandwidth.map {
                        MetricSample([.init("stream", stream.id.name)], Double($0))
                    }
                }
            ),
            MetricFamily(
                "pipd_variant_switches_total",
                .counter,
                help: "Times that another variant took the place of the one that was played.",
                samples: changes
            ),
            MetricFamily(
                "pipd_stream_buffered_bytes",
                .gauge,
                help: "Packets that were read and are not decoded yet.",
                samples: each(streams) { Double($0.status.bufferedBytes) }
            ),
        ]
    }

    private static func lookback(_ streams: [StreamSnapshot]) -> [MetricFamily] {
        [
            MetricFamily(
                "pipd_lookback_seconds",
                .gauge,
                help: "How far back the packets kept of a live stream go.",
                samples: each(streams) { $0.lookback.kept.seconds }
            ),
            MetricFamily(
                "pipd_lookback_bytes",
                .gauge,
                help: "Memory of the packets kept.",
                samples: each(streams) { Double($0.lookback.bytes) }
            ),
            MetricFamily(
                "pipd_lookback_evicted_total",
                .counter,
                help: "Groups of pictures given up before their time for want of memory.",
                samples: each(streams) { Double($0.lookback.evicted) }
            ),
        ]
    }

    private static func each(
        _ streams: [StreamSnapshot],
        _ value: (StreamSnapshot) -> Double
    ) -> [MetricSample] {
        streams.map { MetricSample([.init("stream", $0.id.name)], value($0)) }
    }
}
