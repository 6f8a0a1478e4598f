#pragma once

#include "libraries.h"

// The address of a library's function, which is loaded unless it is. Ends the
// program with a message where either cannot be had.
//
// Thread-safe.
void *cffmpeg_function(cffmpeg_library library, const char *name);

// Takes what libavutil has to say; it prints nothing then.
void cffmpeg_hear(void);

// Defines a function of a library: it calls the real one, which it finds the
// first time. The compiler compares the parameters with those of the header.
//
// Hidden, so that the libraries themselves, which call each other, are not bound
// to this one.
#define CFFMPEG_FORWARD(library, result, name, parameters, arguments)                      \
    __attribute__((visibility("hidden"))) result name parameters {                         \
        static _Atomic(__typeof__(&name)) found;                                           \
        __typeof__(&name) function = atomic_load_explicit(&found, memory_order_acquire);   \
        if (!function) {                                                                   \
            function = (__typeof__(&name))cffmpeg_function(library, #name);                \
            atomic_store_explicit(&found, function, memory_order_release);                 \
        }                                                                                  \
        return function arguments;                                                         \
    }
