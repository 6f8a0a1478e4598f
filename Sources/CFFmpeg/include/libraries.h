#pragma once

// FFmpeg's libraries bring some 130 others along, which take 20 ms and 25 MiB
// that a test pattern or a camera has no use for. So nothing links to them:
// they are loaded when they are first needed, in the version that the headers
// are of.

typedef enum {
    CFFMPEG_AVUTIL,
    CFFMPEG_SWSCALE,
    CFFMPEG_AVCODEC,
    CFFMPEG_AVFORMAT,
} cffmpeg_library;

// Loads a library, unless it is, and says nothing to standard error from then on.
// Returns null, or why it cannot be had: valid until the thread's next call.
//
// Every function of a library loads it when it is called; one that cannot be had
// ends the program then. Call this first wherever an error is of more use.
//
// Thread-safe.
const char *cffmpeg_load(cffmpeg_library library);
