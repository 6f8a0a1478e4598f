#include "Loops.hpp"

#include <boost/lockfree/spsc_queue.hpp>

namespace {

/// A capacity that the compiler knows: no division where an index wraps.
template <size_t size>
using BoostRing = boost::lockfree::spsc_queue<uint16_t, boost::lockfree::capacity<size>>;

template <size_t size> crings_subject subject() {
    return Loops<BoostRing<size>>::subject([](int32_t) -> void * { return new BoostRing<size>; });
}

} // namespace

crings_subject crings_boost(int32_t capacity) {
    return capacity == 8 ? subject<8>() : subject<1024>();
}
