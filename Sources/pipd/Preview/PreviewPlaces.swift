internal import Control

/// Who looks at the view: so many at most. Who waits for one picture makes room for a newcomer, the
/// one that has waited longest first; a client that has left may seem to wait. Who stays leaves a
/// quarter of the places to those that come and go, or one.
struct PreviewPlaces {
    private struct Place {
        let number: Int
        let isLasting: Bool
        let revocation: PreviewPlace.Revocation
    }

    private let most: Int
    private var places: [Place] = []
    private var lastNumber = 0

    init(most: Int) { self.most = most }

    /// How many there are that nobody has been given.
    var count: Int { places.count { !$0.revocation.isDone } }

    var isEmpty: Bool { places.isEmpty }

    /// - Returns: A place, to be given back by its number; nil where all are taken by who stays.
    mutating func take(isLasting: Bool) -> (number: Int, revocation: PreviewPlace.Revocation)? {
        let lasting = places.count { $0.isLasting && !$0.revocation.isDone }
        if isLasting, lasting >= max(1, most - max(1, most / 4)) { return nil }
        if count >= most {
            let oldest = places.first { !$0.isLasting && !$0.revocation.isDone }
            guard let oldest else { return nil }
            oldest.revocation.revoke()
        }
        lastNumber += 1
        let revocation = PreviewPlace.Revocation()
        places.append(Place(number: lastNumber, isLasting: isLasting, revocation: revocation))
        return (lastNumber, revocation)
    }

    mutating func giveBack(_ number: Int) { places.removeAll { $0.number == number } }

    func revokeAll() {
        for place in places { place.revocation.revoke() }
    }
}
