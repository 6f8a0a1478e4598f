import Platform
import Testing

@Suite struct TimeZoneNameTests {
    @Test(
        arguments: [
            ("UTC", true), ("Europe/Berlin", true), ("America/Argentina/Buenos_Aires", true),
            ("Etc/GMT+5", true), ("Europe", false), ("Europe/", false), ("Mars", false),
            ("", false),
            ("../zoneinfo/UTC", false), ("/etc/localtime", false), ("tzdata.zi", false),
            ("zone.tab", false), ("CET-1CEST", false), ("Europe/Berlin\0", false),
        ]
    )
    func aZoneIsKnownByItsName(name: String, isKnown: Bool) {
        #expect(TimeZoneName.isKnown(name) == isKnown)
    }

    @Test func theEnvironmentSaysIt() {
        #expect(TimeZoneName.local(in: ["TZ": "Asia/Tokyo"]) == "Asia/Tokyo")
        #expect(TimeZoneName.local(in: [:]) == TimeZoneName.local(in: ["HOME": "/"]))
    }
}
