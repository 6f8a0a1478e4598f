#include "CLoading.h"
#include "CMosquitto.h"
#include "functions.h"

static const char *begin(void);
CLOADING_LIBRARY(CMOSQUITTO_FUNCTIONS, begin)

// The library is to be told once that it is used, and by one thread.
static const char *begin(void) {
    int code = mosquitto_lib_init();
    return code ? mosquitto_strerror(code) : NULL;
}

const char *cmosquitto_load(const char *name) { return cloading_load(&library, name); }
