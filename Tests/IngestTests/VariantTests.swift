import FrameTransport
import Media
import Presentation
import Testing

@testable import Addressing
@testable import Ingest
@testable import Streams

/// HLS in several forms: which of them is fetched, and what is seen of a change.
@Suite struct VariantTests {
    private let server: PlaylistServer
    /// By variant, the digests of its pictures.
    private let references: [[String]]

    init() throws {
        server = try PlaylistServer()
        references = try PlaylistServer.forms().map(Clips.referenceDigests)
    }

    private static let window = PixelSize(width: 96, height: 54)
    private static let screen = PixelSize(width: 1280, height: 720)

    private func player(
        _ wish: VariantWish = .automatic,
        shown size: PixelSize = screen
    ) throws -> Player {
        let player = try Player(server.url("forms")) {
            $0.digests = true
            $0.variant = wish
        }
        player.stream.setShownSize(size)
        return player
    }

    private func isAsked(for variant: String) throws -> Bool {
        names(in: try server.requests()).contains(variant)
    }

    /// Takes no picture until the largest variant is asked for, however slowly a busy machine reads:
    /// the change wants a stock of packets, which a player that hurries never lets come about.
    private func awaitsMore(_ player: Player) throws -> Bool {
        var isAsked = Result<Bool, any Error>.success(false)
        let isOver = player.waitFor { _ in
            isAsked = Result { try self.isAsked(for: "large") }
            return (try? isAsked.get()) != false
        }
        return try isAsked.get() && isOver
    }

    /// Takes a picture at a time until the smallest variant is asked for, likewise.
    private func awaitsLess(_ player: Player) throws -> Bool {
        while try !isAsked(for: "small") {
            let count = player.samples.count
            guard player.play(until: { $0.samples.count > count }) else { return false }
        }
        return true
    }

    /// Of which variant each picture is; nil: of none.
    private func variants(of player: Player) -> [Int?] {
        player.samples.enumerated().map { index, sample in
            let digest = sample.digest.map { "\($0)" }
            return references.firstIndex { $0[index] == digest }
        }
    }

    private func names(in requests: [String]) -> Set<String> {
        Set(
            requests.compactMap { $0.split(separator: "/").last?.prefix { $0.isLetter } }
                .map(String.init)
        )
    }

    @Test(
        arguments: [
            (.lowest, screen, 0), (.highest, window, 2), (.upTo(window), screen, 0),
            (.upTo(PixelSize(width: 200, height: 200)), screen, 1), (.automatic, window, 0),
        ] as [(VariantWish, PixelSize, Int)]
    )
    func nothingButTheChosenOneIsFetched(wish: VariantWish, size: PixelSize, variant: Int) throws {
        let player = try player(wish, shown: size)
        #expect(player.playToEnd(), "\(player.stream.status)")
        #expect(variants(of: player) == Array(repeating: variant, count: 300))
        #expect(player.stream.status.variant == variant)
        #expect(player.stream.status.variants.count == 3)
        let names = names(in: try server.requests())
        #expect(names == ["x", ["small", "middle", "large"][variant]])
    }

    /// Nothing is known of a server at first. What comes quickly is more, from a segment's
    /// beginning on, without a picture lost or shown twice.
    @Test func aServerThatGivesMoreIsAskedForMore() throws {
        let player = try player()
        #expect(try awaitsMore(player), "\(player.stream.status)")
        #expect(player.playToEnd(), "\(player.stream.status)")
        let variants = variants(of: player)
        #expect(variants.count == 300)
        #expect(variants.first == 1)
        #expect(variants.last == 2)
        #expect(variants == variants.sorted { ($0 ?? 9) < ($1 ?? 9) })
        let steps = zip(player.samples, player.samples.dropFirst()).map { $1.pts - $0.pts }
        #expect(steps.allSatisfy { $0 == .milliseconds(40) })
        #expect(player.stream.status.variantChanges == [.bandwidth: 1])
        #expect(player.ledger.snapshot().received == 300)
        #expect(player.ledger.snapshot().inFlight == 0)
    }

    /// A second stream begins with what is known of the server; it is shown smaller then.
    @Test func aStreamThatIsShownSmallerTakesLess() throws {
        #expect(try player().playToEnd())
        let player = try player()
        #expect(player.play { $0.samples.count >= 10 })
        #expect(player.stream.status.variant == 2)
        player.stream.setShownSize(Self.window)
        #expect(try awaitsLess(player))
        #expect(player.playToEnd(), "\(player.stream.status)")
        let variants = variants(of: player)
        #expect(variants.count == 300)
        #expect(variants.first == 2)
        #expect(variants.last == 0)
        #expect(player.stream.status.variantChanges == [.size: 1])
    }

    /// Also over a change, in both directions.
    @Test func aSeekFindsItsPicture() throws {
        let player = try player()
        #expect(try awaitsMore(player), "\(player.stream.status)")
        #expect(player.play { $0.stream.status.variant == 2 })
        for (epoch, index) in [(1, 10), (2, 280), (3, 140)] as [(UInt16, Int)] {
            player.stream.seek(to: MediaTime(nanoseconds: Int64(index) * 40_000_000), epoch: epoch)
            #expect(player.play { $0.samples.last?.epoch == epoch })
            let digest = player.samples.last?.digest.map { "\($0)" }
            #expect(references.contains { $0[index] == digest }, "\(index)")
        }
        #expect(player.stop())
    }

    @Test func everyConnectionIsClosed() throws {
        let player = try player()
        #expect(try awaitsMore(player), "\(player.stream.status)")
        #expect(player.play { $0.stream.status.variant == 2 })
        #expect(player.stop())
        #expect(try server.openConnections() == 0)
    }
}
