#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>

#include "CPango.h"
#include "functions.h"

// The addresses of all functions: whole before `isLoaded`, and the same ever after.
static struct {
#define MEMBER(result, name, parameters, arguments) result(*name) parameters;
    CPANGO_FUNCTIONS(MEMBER)
} table;
static atomic_int isLoaded;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// Functions of the libraries' names, which call the real ones; the compiler compares the
// parameters with those of the headers. Hidden, so that the libraries themselves, which
// call each other, are not bound to these.
#define FORWARD(result, name, parameters, arguments)                                         \
    __attribute__((visibility("hidden"))) result name parameters {                           \
        return table.name arguments;                                                         \
    }
#undef g_object_unref
CPANGO_FUNCTIONS(FORWARD)

static GLogWriterOutput drop_fields(
    GLogLevelFlags level, const GLogField *fields, gsize count, gpointer data) {
    return G_LOG_WRITER_HANDLED;
}

static void drop_text(
    const char *domain, GLogLevelFlags level, const char *message, gpointer data) {}

// Called once: GLib ends a program that sets the first of these twice.
static void silence(void) {
    g_log_set_writer_func(drop_fields, NULL, NULL);
    g_log_set_default_handler(drop_text, NULL);
    g_log_set_always_fatal(0);
}

// Fills the table; null, or why not. The handle is never closed then.
static const char *find(void *handle) {
#define FIND(result, name, parameters, arguments)                                            \
    table.name = (__typeof__(table.name))dlsym(handle, #name);                               \
    if (!table.name) return dlerror();
    CPANGO_FUNCTIONS(FIND)
    return NULL;
}

const char *cpango_load(const char *library) {
    void *handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
    if (!handle) return dlerror();
    if (atomic_load_explicit(&isLoaded, memory_order_acquire)) {
        dlclose(handle);
        return NULL;
    }
    pthread_mutex_lock(&lock);
    const char *reason = NULL;
    if (!atomic_load_explicit(&isLoaded, memory_order_relaxed)) {
        reason = find(handle);
        if (!reason) {
            silence();
            atomic_store_explicit(&isLoaded, 1, memory_order_release);
        }
    }
    pthread_mutex_unlock(&lock);
    return reason;
}
