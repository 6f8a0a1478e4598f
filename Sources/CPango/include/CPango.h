// Text set in type by Pango and drawn by Cairo.
//
// C, because nothing may link to these libraries and their headers lie where only
// pkg-config knows: this is all of them that Swift sees. They are loaded by the first
// that calls `cpango_load`, which a screen that shows no text never does.
#pragma once

#include <stddef.h>
#include <stdint.h>

// Loads Pango and what it needs, unless they are there; they stay. From then on GLib
// says nothing to standard error, and no warning of its ends the program.
//
// Returns null, or why it cannot be had: valid until the thread's next call.
//
// Thread-safe.
const char *_Nullable cpango_load(const char *_Nonnull library);

// The fonts of the system, and what is kept of those that were used.
//
// Every function from here on wants a library that was loaded. An engine and its
// layouts are for one thread at a time. Two engines share Cairo's fonts, which are for one
// thread at a time, too.
typedef struct cpango_engine cpango_engine;

// Null without memory.
cpango_engine *_Nullable cpango_engine_open(void);

void cpango_engine_close(cpango_engine *_Nonnull engine);

// Lengths in pixels.
typedef struct {
    // Names separated by commas.
    const char *_Nonnull family;
    double size;
    int isBold;
    // -1: where the text begins, 0: in the middle, 1: where it ends; -2: on the left, 2: on the
    // right.
    int alignment;
} cpango_style;

// Whether there is a font, in any family.
int cpango_engine_has_font(cpango_engine *_Nonnull engine, cpango_style style);

// A text in its lines.
typedef struct cpango_layout cpango_layout;

// Takes a text without zero bytes, which only U+2028 breaks: Pango's own breaking of lines
// ends the program for some texts (`process_line: assertion failed`), as of 1.50. Null
// without memory. Close it before its engine.
cpango_layout *_Nullable cpango_layout_open(
    cpango_engine *_Nonnull engine, const char *_Nonnull text, int bytes, cpango_style style);

void cpango_layout_close(cpango_layout *_Nonnull layout);

// Edges in whole pixels, of which the first line's left and top are near zero.
typedef struct {
    int left;
    int top;
    int right;
    int bottom;
} cpango_edges;

typedef struct {
    // As wide as the longest line, as high as the lines are apart.
    cpango_edges lines;
    // What is drawn on.
    cpango_edges ink;
    // Of the first line.
    int baseline;
    int lineCount;
} cpango_extent;

cpango_extent cpango_layout_extent(cpango_layout *_Nonnull layout);

// A code point of a text.
typedef struct {
    // What it makes its line longer by, in pixels.
    double width;
    // Whether a line may begin with it.
    int beginsLine;
    // Whether it begins what people take for a letter.
    int beginsLetter;
} cpango_letter;

// Tells of the code points of a text of one line; of further lines they have no width.
//
// Returns how many there are, and fills in no more than `capacity`. Negative without memory.
int cpango_layout_letters(
    cpango_layout *_Nonnull layout, cpango_letter *_Nonnull letters, int capacity);

// Finds code points that no font has: boxes are drawn in their places.
//
// Returns how many there are, in the order in which they are drawn, and fills in no more than
// `capacity`.
int cpango_layout_missing(
    cpango_layout *_Nonnull layout, uint32_t *_Nonnull letters, int capacity);

// A picture in blue, green, red and alpha, which the other three were multiplied by; rows
// have no gaps, and begin at multiples of four.
typedef struct {
    uint8_t *_Nonnull bytes;
    int width;
    int height;
} cpango_picture;

// From 0 to 1.
typedef struct {
    double red;
    double green;
    double blue;
    double alpha;
} cpango_color;

// The largest letters, in pixels, of which Cairo keeps the pixels: of some 16,000 in the process,
// which all layouts share.
#define CPANGO_KEPT_SIZE 64

// Draws over a picture, with zero of the layout's extent at `x` and `y`.
//
// Returns null, or what went wrong: valid for ever. No memory is `*isOutOfMemory`, too.
const char *_Nullable cpango_layout_draw(
    cpango_layout *_Nonnull layout, cpango_picture picture, int x, int y, cpango_color color,
    int *_Nonnull isOutOfMemory);

// Why a time has no text.
enum cpango_clock_failure {
    CPANGO_NO_FAILURE,
    CPANGO_NO_ZONE,
    CPANGO_NO_LOCALE,
    CPANGO_TOO_LONG,
};

// What the abbreviation of a zone takes at most.
#define CPANGO_ZONE_BYTES 64

// Puts a time, in seconds since 1970-01-01 00:00 UTC, into a text of so many code points, as
// strftime has it; both end with a zero. Not in bytes, of which a locale may have an encoding of its
// own. Zone and locale may be null: the system's, and English.
// Thread-safe.
enum cpango_clock_failure cpango_clock(
    const uint32_t *_Nonnull format, const char *_Nullable zone, const char *_Nullable locale,
    int64_t seconds, uint32_t *_Nonnull text, size_t capacity);

// Draws the picture of a PNG file over all of another one. Thread-safe.
//
// Returns null, or what went wrong: valid for ever.
const char *_Nullable cpango_png_draw(
    const uint8_t *_Nonnull bytes, size_t count, cpango_picture picture);
