// Which instructions there are.
#include "kernels.h"

enum cpixels_level cpixels_best_level(void) {
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2")) return CPIXELS_PLAIN;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")
        && __builtin_cpu_supports("avx512vbmi"))
        return CPIXELS_AVX512;
    return CPIXELS_AVX2;
#else
    return CPIXELS_PLAIN;
#endif
}

const struct cpixels_kernels *cpixels_kernels(enum cpixels_level level) {
    switch (level) {
#if defined(__x86_64__)
    case CPIXELS_AVX512: return &kernels_avx512;
    case CPIXELS_AVX2: return &kernels_avx2;
#endif
    default: return &kernels_plain;
    }
}
