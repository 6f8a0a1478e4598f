#include "CLoading.h"
#include "CPango.h"
#include "functions.h"

#undef g_object_unref
static const char *silence(void);
CLOADING_LIBRARY(CPANGO_FUNCTIONS, silence)

static GLogWriterOutput drop_fields(
    GLogLevelFlags level, const GLogField *fields, gsize count, gpointer data) {
    return G_LOG_WRITER_HANDLED;
}

static void drop_text(
    const char *domain, GLogLevelFlags level, const char *message, gpointer data) {}

// Called once: GLib ends a program that sets the first of these twice.
static const char *silence(void) {
    g_log_set_writer_func(drop_fields, NULL, NULL);
    g_log_set_default_handler(drop_text, NULL);
    g_log_set_always_fatal(0);
    return NULL;
}

const char *cpango_load(const char *name) { return cloading_load(&library, name); }
