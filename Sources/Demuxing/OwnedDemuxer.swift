/// A demuxer that is closed with its owner.
///
/// Thread: as the demuxer.
package final class OwnedDemuxer {
    package var value: Demuxer

    package init(_ value: consuming Demuxer) {
        self.value = value
    }
}
