// SSE4.1, and NEON, which every aarch64 processor has.
#if defined(__x86_64__)
#define TARGET "sse4.1"
#endif
#if defined(__x86_64__) || defined(__aarch64__)
#define REGISTER 16
#define KERNELS kernels_128
#define NARROWER kernels_plain
#include "engine.h"
#endif
