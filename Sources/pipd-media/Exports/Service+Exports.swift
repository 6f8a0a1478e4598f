internal import Media
internal import MediaLink
internal import MediaStore

extension Service {
    func endExports() throws(MediaSocket.Closed) {
        _ = directories.take()
        for (job, outcome) in exports.take() {
            guard let (number, answer) = desk.end(job, outcome) else { continue }
            try send(.answer(number, answer))
        }
    }

    /// - Returns: When to look again; nil where nothing is exported.
    func startExports() throws(MediaSocket.Closed) -> Nanoseconds? {
        directories.start(desk.takeExportDirectories())
        // Who asks is answered, also where nothing can be kept.
        exports.start(desk.takeExportChecks())
        var notices: [MediaNotice] = []
        let delay = try start { () throws(StoreError) in
            if let next = try desk.takeExport() { exports.start([next]) }
            let (news, next) = desk.takeExportNews(at: WallClock.now())
            notices = news
            return next
        }
        for notice in notices { try send(.notice(notice)) }
        return delay
    }
}
