#include <string.h>

#include "functions.h"
#include "shim.h"

static _Thread_local cffmpeg_heard heard;

// libavformat tells its log more than its error codes. What matters is told by the
// texts before they are filled in, so that nothing is formatted.
static void hear(void *context, int level, const char *text, va_list arguments) {
    (void)context, (void)level, (void)arguments;
    if (!strncmp(text, "request: ", 9)) heard.requests++;
    else if (!strncmp(text, "header='", 8)) heard.headerLines++;
    else if (!strncmp(text, "Failed to resolve hostname", 26)) heard.isNameUnknown = 1;
    else if (!strncmp(text, "Stream ends prematurely", 23)) heard.isEmpty = 1;
}

void cffmpeg_hear(void) { av_log_set_callback(hear); }

void cffmpeg_forget(void) { memset(&heard, 0, sizeof heard); }

cffmpeg_heard cffmpeg_what_was_heard(void) { return heard; }
