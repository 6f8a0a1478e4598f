#include <stdlib.h>
#include <string.h>

#include "functions.h"
#include "shim.h"

static _Thread_local cffmpeg_heard heard;

// Takes a line of an answer's header, of which the first has the status. RTSP has one
// connection for all of its answers.
static void hear_header(va_list arguments) {
    va_list copy;
    va_copy(copy, arguments);
    const char *line = va_arg(copy, const char *);
    va_end(copy);
    const int isFirst = !heard.headerLines++;
    if (!line || (!(isFirst && !strncmp(line, "HTTP/", 5)) && strncmp(line, "RTSP/", 5))) return;
    const char *status = strchr(line, ' ');
    const int code = status ? atoi(status) : 0;
    heard.status = code;
    heard.redirections = code >= 300 && code < 400 ? heard.redirections + 1 : 0;
}

// libavformat tells its log more than its error codes. What matters is told by the
// texts before they are filled in, so that nothing is formatted.
//
// A session of HLS makes one request after the other on one thread: all but the
// redirections in a row is of the last one alone.
static void hear(void *context, int level, const char *text, va_list arguments) {
    (void)context, (void)level;
    if (!strncmp(text, "request: ", 9)) heard = (cffmpeg_heard){.redirections = heard.redirections};
    else if (!strncmp(text, "header='%s'", 11) || !strncmp(text, "line='%s'", 9))
        hear_header(arguments);
    else if (!strncmp(text, "Failed to resolve hostname", 26)) heard.isNameUnknown = 1;
    else if (!strncmp(text, "Stream ends prematurely", 23)) heard.isEmpty = 1;
}

void cffmpeg_hear(void) { av_log_set_callback(hear); }

void cffmpeg_forget(void) { memset(&heard, 0, sizeof heard); }

cffmpeg_heard cffmpeg_what_was_heard(void) { return heard; }
