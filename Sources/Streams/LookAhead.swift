internal import Media

/// How many pictures of a file wait in the ring, decoded before the display layer
/// wants them.
///
/// They bridge the time in which the decoder, a picture that takes long, or the
/// scheduler is late. That is a matter of time, not of pictures: 90 ms, for
/// every frame rate. More would cost memory, 3 MB for each picture of 1080p.
enum LookAhead {
    /// The most, and what a ring has room for: 120 fps take 8 pictures in 70 ms.
    static let largest = 8

    /// Pictures for a stream that does not tell its frame rate.
    static let usual = 4

    private static let span = Nanoseconds.milliseconds(90)

    /// - Parameter interval: The time between two pictures, as the source says; nil: it does not.
    /// - Returns: 2 to 8.
    static func pictures(every interval: Nanoseconds?) -> Int {
        guard let interval, interval > .zero else { return usual }
        return Int(min(max(2, span.count / interval.count), Int64(largest)))
    }
}
