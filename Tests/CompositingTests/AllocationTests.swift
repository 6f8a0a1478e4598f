import Compositing
import Foundation
import Media
import Presentation
import Testing

/// Memory in steady state.
@Suite struct AllocationTests {
    /// In a process of its own, where little else allocates meanwhile: 5 000
    /// calls that left 16 bytes each behind would take 20 pages in every round;
    /// what the process itself settles into shows in the first ones only.
    @Test(arguments: [Backend.cpu, .planes])
    func composingLeavesNothingBehind(backend: Backend) async {
        await #expect(processExitsWith: .success) { [backend] in
            let size = PixelSize(width: 33, height: 21)
            let nv12 = FormatDescription(pixelFormat: .nv12, size: size)
            let p010 = FormatDescription(pixelFormat: .p010, size: size, rotation: .clockwise90)
            let main = TestPicture.make(nv12) { _, _ in .gray }
            let pip = TestPicture.make(p010) { _, _ in .red }
            let bounds = PixelRect(x: 20, y: 10, width: 20, height: 16)
            let style = WindowStyle(opacity: 0.5, cornerRadius: 4, borderWidth: 2)
            let compositor = try backend.open(48, 32)
            var layers = (
                DrawLayer(main, in: PixelRect(compositor.size)),
                DrawLayer(pip, .pip, in: bounds, style: style)
            )
            func compose(_ count: Int) throws {
                for index in 0..<count {
                    if index % 2 == 0 { layers.0.placement.sample.number += 1 }
                    layers.1.placement.sample.number += 1
                    try compositor.draw(Scene(main: layers.0, pip: layers.1))
                }
            }
            try withExtendedLifetime((main, pip)) {
                try compose(1000)
                var growth: [Int] = []
                for _ in 0..<3 {
                    let before = try anonymousPages()
                    try compose(5_000)
                    growth.append(try anonymousPages() - before)
                }
                try #require(growth.min() ?? 20 < 15)
            }
        }
    }
}

/// Resident pages that are no part of a file.
private func anonymousPages() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    let fields = text.split(separator: " ").compactMap { Int($0) }
    return fields[1] - fields[2]
}
