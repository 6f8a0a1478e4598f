#if defined(__x86_64__)
#define TARGET "avx512f,avx512bw,avx512vbmi"
#define REGISTER 64
#define KERNELS kernels_512
#define NARROWER kernels_256
#include "engine.h"
#endif
