import Platform
import Testing

@Suite struct MemoryHeadroomTests {
    @Test func aLittleIsThereAndTooMuchIsNot() {
        #expect(MemoryHeadroom.has(1 << 20))
        #expect(!MemoryHeadroom.has(1 << 60))
    }

    #if DEBUG
    @Test func whatTheSystemRefusesIsNotThere() {
        let isThere = SystemCallFaults.withFault("mmap", .outOfMemory) {
            MemoryHeadroom.has(1 << 20)
        }
        #expect(!isThere)
    }
    #endif
}
