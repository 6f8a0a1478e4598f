import Lettering
import Testing

@Suite struct ClockTextTests {
    /// At 2026-07-01 12:00:00 UTC.
    private let noon: Int64 = 1_782_907_200

    @Test(
        arguments: [
            ("%s", "1782907200"), ("%10s|%-s|%_12s", "1782907200|1782907200|1782907200"),
            ("%%s %H:%M", "%s 14:00"), ("%H%%%s%", "14%1782907200%"), ("s", "s"),
        ]
    )
    func secondsAreThoseSince1970WhateverTheZone(format: String, text: String) throws {
        #expect(try ClockText.text(format, zone: "Europe/Rome", at: noon) == text)
    }

    @Test func aZoneHasItsTimeAndName() throws {
        for (zone, text) in [
            ("UTC", "12:00 UTC +0000"), ("Asia/Kolkata", "17:30 IST +0530"),
            ("Europe/Rome", "14:00 CEST +0200"),
        ] {
            #expect(try ClockText.text("%H:%M %Z %z", zone: zone, at: noon) == text)
        }
    }
}
