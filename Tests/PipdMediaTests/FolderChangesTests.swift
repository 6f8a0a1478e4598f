import MediaFiles
import Platform
import Testing

@testable import pipd_media

/// What is kept of what happens in folders.
@Suite struct FolderChangesTests {
    private let rules = ExcludeRules(["@eaDir", ".*"])

    @Test(arguments: [
        (FolderEvents.Change.created, "a.jpg" as String?, false, "x", "x: "),
        (.settled, "a.jpg", false, "x", "x: a.jpg"), (.settled, "a.jpg", false, "", ": a.jpg"),
        (.gone, "a.jpg", false, "x", "whole"), (.gone, "y", true, "x", "whole"),
        (.created, "y", true, "x", "tree x/y"), (.settled, "y", true, "", "tree y"),
        // What is no picture and no video, or is passed over.
        (.settled, "notes.txt", false, "x", ""), (.gone, "notes.txt", false, "x", ""),
        (.settled, ".a.jpg", false, "x", ""), (.created, "@eaDir", true, "x", ""),
        (.gone, "@eaDir", true, "x", ""),
        // What is no UTF-8.
        (.created, "caf\u{FFFD}.txt", false, "x", "x: "),
        (.gone, "caf\u{FFFD}.txt", false, "x", "whole"),
        (.created, "\u{FFFD}", true, "x", "x: , tree x/\u{FFFD}"),
        // It hides what is there, or did.
        (.created, ".nomedia", false, "x", "whole"), (.gone, ".nomedia", false, "x", "whole"),
        (.gone, nil, false, "x", "whole"), (.created, nil, false, "x", "whole"),
    ])
    func eachEventIsToldByWhatIsToBeDone(
        change: FolderEvents.Change,
        name: String?,
        isFolder: Bool,
        folder: String,
        expected: String
    ) {
        var changes = FolderChanges()
        changes.note(change, name, isFolder: isFolder, in: folder, without: rules)
        #expect(text(changes) == expected)
        #expect(changes.isEmpty == expected.isEmpty)
    }

    @Test func aFileIsWholeWhereThatWasTold() {
        var changes = FolderChanges()
        changes.note(.created, "a.jpg", isFolder: false, in: "x", without: rules)
        #expect(!changes.isSettled("a.jpg", in: "x"))
        changes.note(.settled, "a.jpg", isFolder: false, in: "x", without: rules)
        #expect(changes.isSettled("a.jpg", in: "x"))
        #expect(!changes.isSettled("a.jpg", in: "y") && !changes.isSettled("b.jpg", in: "x"))
    }

    @Test func moreThanIsKeptIsEverything() {
        var changes = FolderChanges()
        for number in 0..<FolderChanges.most / 2 {
            changes.note(.settled, "\(number).jpg", isFolder: false, in: "x", without: rules)
        }
        #expect(!changes.isWhole && changes.isSettled("7.jpg", in: "x"))
        changes.note(.settled, "more.jpg", isFolder: false, in: "x", without: rules)
        #expect(changes.isWhole && changes.folders.isEmpty)
        var other = FolderChanges()
        other.add(folder: "y")
        other.add(changes)
        #expect(other.isWhole)
    }

    private func text(_ changes: FolderChanges) -> String {
        let folders = changes.folders.map { folder, names in
            "\(folder.text): \(names.map(\.text).joined())"
        }
        return
            (folders + changes.trees.map { "tree \($0.text)" }
            + (changes.isWhole ? ["whole"] : [])).joined(separator: ", ")
    }
}
