internal import KMS

extension DisplayCounts {
    init(_ statistics: ScreenStatistics) {
        modeSets = statistics.modeSets
        flipTimeouts = statistics.flipTimeouts
        commitsRefused = statistics.commitsRefused
        mastersLost = statistics.mastersLost
        hotplugs = statistics.hotplugs
    }
}
