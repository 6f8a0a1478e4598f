import Media

/// How pictures of a stream refer to each other, as an encoder arranges them.
enum GroupShape: String, CaseIterable, Sendable {
    /// I p P p P: every other picture of a stream without B-frames.
    case layers
    /// I P b P b
    case oneB
    /// I P b b P b b
    case twoB
    /// I P B b b P B b b
    case pyramid
    /// I P B b B b b …: seven between references, the middle ones referred to.
    case deepPyramid
    /// Another of these for every few groups.
    case mixed

    /// One picture of a group: its place in the order of presentation, counted from
    /// the picture behind the last reference, and whether another refers to it.
    struct Member {
        var place: Int
        var isReferred: Bool

        init(_ place: Int, _ isReferred: Bool) {
            self.place = place
            self.isReferred = isReferred
        }
    }

    /// A group in decoding order.
    func group(_ number: Int) -> [Member] {
        switch self {
        case .layers: [Member(0, false), Member(1, true)]
        case .oneB: [Member(1, true), Member(0, false)]
        case .twoB: [Member(2, true), Member(0, false), Member(1, false)]
        case .pyramid: [Member(3, true), Member(1, true), Member(0, false), Member(2, false)]
        case .deepPyramid:
            [
                Member(7, true), Member(3, true), Member(1, true), Member(0, false),
                Member(2, false), Member(5, true), Member(4, false), Member(6, false),
            ]
        case .mixed: Self.allCases[number / 5 % 5].group(number)
        }
    }
}

/// A packet of a virtual stream.
struct CodedPicture {
    var pts: MediaTime?
    var dts: MediaTime?
    var isReferred: Bool
    /// Its place in the order of presentation.
    var place: Int
}

/// Puts pictures into decoding order.
enum CodedOrder {
    /// - Parameters:
    ///   - times: Of the pictures, in the order of presentation; ascending.
    ///   - shape: How they refer to each other.
    ///   - delay: By how many pictures decoding times are earlier than they have to be.
    /// - Returns: Their packets.
    static func packets(_ times: [MediaTime], shape: GroupShape, delay: Int) -> [CodedPicture] {
        var members = [GroupShape.Member(0, true)]
        var base = 1
        var number = 0
        while base < times.count {
            let group = shape.group(number)
            members += group.map { .init(base + $0.place, $0.isReferred) }
            base += group.count
            number += 1
        }
        members.removeAll { $0.place >= times.count }
        // The least delay with which no picture is shown before it is decoded.
        let reordering = members.enumerated().map { $0.offset - $0.element.place }.max() ?? 0
        return members.enumerated().map { index, member in
            let place = index - reordering - delay
            let before = Int64(min(place, 0)) * 8_000_000
            return CodedPicture(
                pts: times[member.place],
                dts: MediaTime(nanoseconds: times[max(place, 0)].nanoseconds + before),
                isReferred: member.isReferred,
                place: member.place
            )
        }
    }
}
