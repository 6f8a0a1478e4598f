#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "functions.h"
#include "shim.h"

#define NAME(library, version) library ".so." AV_STRINGIFY(version)

static const char *const names[] = {
    [CFFMPEG_AVUTIL] = NAME("libavutil", LIBAVUTIL_VERSION_MAJOR),
    [CFFMPEG_SWSCALE] = NAME("libswscale", LIBSWSCALE_VERSION_MAJOR),
    [CFFMPEG_AVCODEC] = NAME("libavcodec", LIBAVCODEC_VERSION_MAJOR),
    [CFFMPEG_AVFORMAT] = NAME("libavformat", LIBAVFORMAT_VERSION_MAJOR),
};

// Null until loaded, and then never closed.
static _Atomic(void *) handles[sizeof names / sizeof *names];

// Two threads may come here at once: dlopen gives both the same handle.
static void *load(cffmpeg_library library) {
    void *handle = atomic_load_explicit(&handles[library], memory_order_acquire);
    if (handle) return handle;
    handle = dlopen(names[library], RTLD_LAZY | RTLD_LOCAL);
    if (!handle) return NULL;
    atomic_store_explicit(&handles[library], handle, memory_order_release);
    // What it has to say is for programs that have a terminal of their own.
    if (library == CFFMPEG_AVUTIL) cffmpeg_hear();
    return handle;
}

const char *cffmpeg_load(cffmpeg_library library) {
    return load(library) ? NULL : dlerror();
}

void *cffmpeg_function(cffmpeg_library library, const char *name) {
    void *handle = load(library);
    void *function = handle ? dlsym(handle, name) : NULL;
    if (function) return function;
    fprintf(stderr, "pipd: %s\n", dlerror());
    abort();
}
