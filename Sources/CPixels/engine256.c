#if defined(__x86_64__)
#define TARGET "avx2"
#define REGISTER 32
#define KERNELS kernels_256
#define NARROWER kernels_128
#include "engine.h"
#endif
