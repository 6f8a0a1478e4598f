#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "functions.h"
#include "shim.h"

static _Thread_local cffmpeg_heard heard;
static _Thread_local char redirectionScheme[16];
static _Thread_local char refusedScheme[16];

static int is_letter_of_scheme(int c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
}

static void hear_location(const char *address) {
    size_t length = 0;
    address += strspn(address, " \t");
    for (; length < sizeof redirectionScheme - 1; length++) {
        const int c = address[length] | (address[length] >= 'A' && address[length] <= 'Z' ? 32 : 0);
        if (!is_letter_of_scheme(c)) break;
        redirectionScheme[length] = (char)c;
    }
    // A path has no colon before its first slash.
    if (address[length] != ':') length = 0;
    redirectionScheme[length] = 0;
}

// Takes a line of an answer's header, of which the first has the status. RTSP has one
// connection for all of its answers.
static void hear_header(int isRTSP, va_list arguments) {
    va_list copy;
    va_copy(copy, arguments);
    const char *line = va_arg(copy, const char *);
    va_end(copy);
    const int isFirst = !heard.headerLines++;
    if (line && !strncasecmp(line, "Location:", 9)) hear_location(line + 9);
    if (!line || !(isRTSP ? !strncmp(line, "RTSP/", 5) : isFirst && !strncmp(line, "HTTP/", 5))) return;
    const char *status = strchr(line, ' ');
    const int code = status ? atoi(status) : 0;
    heard.status = code;
    heard.headerLines = 1;
    redirectionScheme[0] = 0;
    heard.redirections = code >= 300 && code < 400 ? heard.redirections + 1 : 0;
}

// Takes the protocol that a playlist may not lead to.
static void hear_refusal(va_list arguments) {
    va_list copy;
    va_copy(copy, arguments);
    const char *name = va_arg(copy, const char *);
    va_end(copy);
    strncpy(refusedScheme, name ? name : "", sizeof refusedScheme - 1);
}

// Takes where an answer ended, and where it should have.
static void hear_cut(va_list arguments) {
    va_list copy;
    va_copy(copy, arguments);
    heard.bytes = va_arg(copy, uint64_t);
    heard.size = va_arg(copy, uint64_t);
    va_end(copy);
    heard.isEmpty = 1;
}

// libavformat tells its log more than its error codes. What matters is told by the
// texts before they are filled in, so that nothing is formatted.
//
// A session of HLS makes one request after the other on one thread: all but the
// redirections in a row is of the last one alone.
static void hear(void *context, int level, const char *text, va_list arguments) {
    (void)context, (void)level;
    if (!strncmp(text, "request: ", 9)) {
        heard = (cffmpeg_heard){.redirections = heard.redirections};
        refusedScheme[0] = 0;
    }
    else if (!strncmp(text, "header='%s'", 11)) hear_header(0, arguments);
    else if (!strncmp(text, "line='%s'", 9)) hear_header(1, arguments);
    else if (!strncmp(text, "Protocol '%s' not on whitelist", 30)) hear_refusal(arguments);
    else if (!strncmp(text, "Failed to resolve hostname", 26)) heard.isNameUnknown = 1;
    else if (!strncmp(text, "Stream ends prematurely at %", 28)) hear_cut(arguments);
    else if (!strncmp(text, "skipping RTP packet", 19)) heard.hasPackets = 1;
}

void cffmpeg_hear(void) { av_log_set_callback(hear); }

void cffmpeg_forget(void) {
    memset(&heard, 0, sizeof heard);
    redirectionScheme[0] = refusedScheme[0] = 0;
}

const char *cffmpeg_refused_scheme(void) { return refusedScheme; }

const char *cffmpeg_redirection_scheme(void) { return redirectionScheme; }

cffmpeg_heard cffmpeg_what_was_heard(void) { return heard; }
