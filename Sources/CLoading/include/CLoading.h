// Libraries that nothing links to: each is loaded when it is first needed, and has to be there
// then. Their headers are all that is needed to build.
#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

// A library, and what is called of it.
typedef struct {
    const char *const *names;
    // In the order of the names: whole before `isLoaded`, and the same ever after.
    void **functions;
    size_t count;
    // Called once, when all are found; null, or why the library cannot be used.
    const char *(*begin)(void);
    pthread_mutex_t lock;
    atomic_int isLoaded;
} cloading_library;

// Loads a library by a name as dlopen has them, unless it is there; it stays. Its functions may
// be called from then on.
//
// Returns null, or why it cannot be had: valid until the thread's next call.
//
// Thread-safe.
const char *cloading_load(cloading_library *library, const char *name);

// Defines the library `library` of a file, and functions of the names that are called of it, which
// call the real ones; the compiler compares the parameters with those of the headers. Hidden, so
// that libraries, which call each other, are not bound to these.
//
// FUNCTIONS(F) is a list of F(result, name, parameters, arguments).
#define CLOADING_LIBRARY(FUNCTIONS, begin_function)                                          \
    static const char *const library_names[] = {FUNCTIONS(CLOADING_NAME)};                   \
    static union {                                                                           \
        struct {                                                                             \
            FUNCTIONS(CLOADING_MEMBER)                                                       \
        } named;                                                                             \
        void *all[sizeof library_names / sizeof *library_names];                             \
    } library_table;                                                                         \
    FUNCTIONS(CLOADING_FORWARD)                                                              \
    static cloading_library library = {                                                      \
        .names = library_names,                                                              \
        .functions = library_table.all,                                                      \
        .count = sizeof library_names / sizeof *library_names,                               \
        .begin = begin_function,                                                             \
        .lock = PTHREAD_MUTEX_INITIALIZER,                                                   \
    };

#define CLOADING_NAME(result, name, parameters, arguments) #name,
#define CLOADING_MEMBER(result, name, parameters, arguments) result(*name) parameters;
#define CLOADING_FORWARD(result, name, parameters, arguments)                                \
    __attribute__((visibility("hidden"))) result name parameters {                           \
        return library_table.named.name arguments;                                           \
    }
