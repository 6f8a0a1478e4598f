import TestSupport
import Testing

@testable import MediaStore

@Suite struct ItemOrderTests {
    @Test func whatStaysKeepsItsPlace() {
        let first = ItemOrder.places(after: [nil, nil, nil])
        #expect(first == [0, ItemOrder.gap, 2 * ItemOrder.gap])
        #expect(ItemOrder.places(after: first.map { $0 }) == first)
        let second = ItemOrder.places(after: [nil, first[0], nil, first[1], first[2], nil])
        #expect([second[1], second[3], second[4]] == first)
        #expect(ItemOrder.places(after: []) == [])
    }

    @Test func placesGrowWhateverCameBefore() {
        var random = SeededGenerator(seed: 7)
        var places: [Int64] = []
        for _ in 0..<2_000 {
            var old: [Int64?] = places.map { random.next() % 8 == 0 ? nil : $0 }
            if random.next() % 4 == 0 { old.shuffle(using: &random) }
            // Always in the same gap, which is used up again and again.
            old.insert(nil, at: min(1, old.count))
            places = Array(ItemOrder.places(after: old).prefix(20))
            #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 })
        }
    }

    @Test(arguments: [
        [Int64.max, .min, 0], [.min, nil, .max], [nil, 1 << 62], [-(1 << 61), nil, 1 << 61],
    ])
    func placesOfADamagedFileTrapNothing(old: [Int64?]) {
        let padded = [nil, nil] + old + [nil, nil]
        let places = ItemOrder.places(after: padded)
        #expect(places.count == padded.count)
        #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 })
    }
}
