#include "CLoading.h"

#include <dlfcn.h>

// Under the lock. A handle of which something is taken is never closed.
static const char *begin(cloading_library *library, void *handle) {
    for (size_t index = 0; index < library->count; index++) {
        library->functions[index] = dlsym(handle, library->names[index]);
        if (!library->functions[index]) return dlerror();
    }
    const char *reason = library->begin();
    if (!reason) atomic_store_explicit(&library->isLoaded, 1, memory_order_release);
    return reason;
}

const char *cloading_load(cloading_library *library, const char *name) {
    // Whatever is loaded: the name may be of nothing.
    void *handle = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
    if (!handle) return dlerror();
    if (atomic_load_explicit(&library->isLoaded, memory_order_acquire)) {
        dlclose(handle);
        return NULL;
    }
    pthread_mutex_lock(&library->lock);
    const char *reason = NULL;
    if (!atomic_load_explicit(&library->isLoaded, memory_order_relaxed)) {
        reason = begin(library, handle);
    }
    pthread_mutex_unlock(&library->lock);
    return reason;
}
