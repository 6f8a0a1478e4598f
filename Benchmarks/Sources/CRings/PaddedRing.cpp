#include "Loops.hpp"

#include <atomic>
#include <memory>

namespace {

/// One producer, one consumer. Each side reads the other's index only when its
/// last view of it says full, or empty.
template <class Element> class PaddedRing {
public:
    explicit PaddedRing(size_t capacity)
        : mask(capacity - 1), slots(std::make_unique<Element[]>(capacity)) {}

    bool push(const Element &element) {
        const size_t head = pushed.load(std::memory_order_relaxed);
        if (head - seenPopped > mask) {
            seenPopped = popped.load(std::memory_order_acquire);
            if (head - seenPopped > mask) return false;
        }
        slots[head & mask] = element;
        pushed.store(head + 1, std::memory_order_release);
        return true;
    }

    bool pop(Element &element) {
        const size_t tail = popped.load(std::memory_order_relaxed);
        if (tail == seenPushed) {
            seenPushed = pushed.load(std::memory_order_acquire);
            if (tail == seenPushed) return false;
        }
        element = slots[tail & mask];
        popped.store(tail + 1, std::memory_order_release);
        return true;
    }

private:
    /// Two cache lines: the prefetcher pulls them in pairs.
    static constexpr size_t apart = 128;

    const size_t mask;
    const std::unique_ptr<Element[]> slots;
    /// The producer's.
    alignas(apart) std::atomic<size_t> pushed{0};
    size_t seenPopped = 0;
    /// The consumer's.
    alignas(apart) std::atomic<size_t> popped{0};
    size_t seenPushed = 0;
};

} // namespace

crings_subject crings_padded(void) {
    using Ring = PaddedRing<uint16_t>;
    return Loops<Ring>::subject([](int32_t capacity) -> void * {
        return new Ring(static_cast<size_t>(capacity));
    });
}
