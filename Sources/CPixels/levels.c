// Which instructions there are.
#include "kernels.h"

int cpixels_has(enum cpixels_level level) {
#if defined(__x86_64__)
    __builtin_cpu_init();
    switch (level) {
    case CPIXELS_PLAIN: return 1;
    case CPIXELS_128: return !!__builtin_cpu_supports("sse4.1");
    case CPIXELS_256: return !!__builtin_cpu_supports("avx2");
    case CPIXELS_512:
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")
               && __builtin_cpu_supports("avx512vbmi");
    }
    return 0;
#elif defined(__aarch64__)
    return level <= CPIXELS_128;
#else
    return level == CPIXELS_PLAIN;
#endif
}

const char *cpixels_name(enum cpixels_level level) {
#if defined(__x86_64__)
    static const char *const names[] = {"plain C", "SSE4.1", "AVX2", "AVX-512"};
#else
    static const char *const names[] = {"plain C", "NEON", "", ""};
#endif
    return names[level];
}

const struct cpixels_kernels *cpixels_kernels(enum cpixels_level level) {
    switch (level) {
#if defined(__x86_64__)
    case CPIXELS_512: return &kernels_512;
    case CPIXELS_256: return &kernels_256;
#endif
#if defined(__x86_64__) || defined(__aarch64__)
    case CPIXELS_128: return &kernels_128;
#endif
    default: return &kernels_plain;
    }
}
