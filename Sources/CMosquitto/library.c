#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>

#include "CMosquitto.h"
#include "functions.h"

// The addresses of all functions: whole before `isLoaded`, and the same ever after.
static struct {
#define MEMBER(result, name, parameters, arguments) result(*name) parameters;
    CMOSQUITTO_FUNCTIONS(MEMBER)
} table;
static atomic_int isLoaded;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// Functions of the library's names, which call the real ones; the compiler compares the
// parameters with those of the header. Hidden, so that the library itself is not bound to them.
#define FORWARD(result, name, parameters, arguments)                                         \
    __attribute__((visibility("hidden"))) result name parameters {                           \
        return table.name arguments;                                                         \
    }
CMOSQUITTO_FUNCTIONS(FORWARD)

// Fills the table; null, or why not. The handle is never closed then.
static const char *find(void *handle) {
#define FIND(result, name, parameters, arguments)                                            \
    table.name = (__typeof__(table.name))dlsym(handle, #name);                               \
    if (!table.name) return dlerror();
    CMOSQUITTO_FUNCTIONS(FIND)
    return NULL;
}

// Under the lock: the library is to be told once that it is used, and by one thread.
static const char *load(const char *library) {
    void *handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
    if (!handle) return dlerror();
    const char *reason = find(handle);
    if (reason) return reason;
    int code = mosquitto_lib_init();
    if (code) return mosquitto_strerror(code);
    atomic_store_explicit(&isLoaded, 1, memory_order_release);
    return NULL;
}

const char *cmosquitto_load(const char *library) {
    if (atomic_load_explicit(&isLoaded, memory_order_acquire)) return NULL;
    pthread_mutex_lock(&lock);
    const char *reason = NULL;
    if (!atomic_load_explicit(&isLoaded, memory_order_relaxed)) reason = load(library);
    pthread_mutex_unlock(&lock);
    return reason;
}
