internal import ControlAPI
internal import MediaStore

/// The exports of the database.
struct KeptExports {
    /// Those that are over and still known, at most; the oldest go.
    static let mostOver = 50

    let table: ExportTable

    /// - Returns: Nil where there is none of that name.
    func find(_ name: String) throws(StoreError) -> StoredExport? {
        try ExportID(name).flatMap(table.find)
    }

    /// Keeps a new one, with what is to be exported.
    ///
    /// - Returns: It, with its name and with how many there are.
    func add(
        _ report: ExportReport,
        of source: ExportSource
    ) throws(StoreError) -> (id: ExportID, report: ExportReport) {
        var report = report
        let id = try table.add(source, state: report.state.rawValue) { count in
            report.count = count
            return report.text
        }
        report.id = "\(id)"
        return (id, report)
    }

    /// Keeps how far one is.
    func update(_ report: ExportReport, _ id: ExportID) throws(StoreError) {
        try table.update(StoredExport(report, id))
    }

    /// Keeps that one is over.
    func end(_ report: ExportReport, _ id: ExportID) throws(StoreError) {
        try table.end(StoredExport(report, id))
    }

    /// Forgets the oldest.
    func prune() throws(StoreError) {
        let over = try table.all().filter {
            ExportReport.State(rawValue: $0.state)?.isOver ?? true
        }
        for stored in over.dropFirst(Self.mostOver) { try table.remove(stored.id) }
    }
}

extension StoredExport {
    fileprivate init(_ report: ExportReport, _ id: ExportID) {
        self.init(id: id, text: report.text, state: report.state.rawValue, bytes: report.bytes)
    }
}
