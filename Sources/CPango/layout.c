#include <stdlib.h>

#include "CPango.h"
#include "functions.h"
#include "large.h"

struct cpango_engine {
    PangoFontMap *map;
    PangoContext *context;
};

// A type of its own, so that no header of Pango's is wanted to name it.
struct cpango_layout {
    PangoLayout *layout;
    double size;
};

// Grey, unhinted and in fractions of a pixel, so that what the desktop's settings or the
// file of a font say of hinting changes nothing.
static int set_options(PangoContext *context) {
    cairo_font_options_t *options = cairo_font_options_create();
    if (!options) return 0;
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    pango_cairo_context_set_font_options(context, options);
    cairo_font_options_destroy(options);
    pango_context_set_round_glyph_positions(context, FALSE);
    return 1;
}

cpango_engine *cpango_engine_open(void) {
    cpango_engine *engine = calloc(1, sizeof *engine);
    if (!engine) return NULL;
    engine->map = pango_cairo_font_map_new();
    if (engine->map) engine->context = pango_font_map_create_context(engine->map);
    if (engine->context && set_options(engine->context)) return engine;
    cpango_engine_close(engine);
    return NULL;
}

void cpango_engine_close(cpango_engine *engine) {
    if (engine->context) g_object_unref(engine->context);
    if (engine->map) g_object_unref(engine->map);
    free(engine);
}

static PangoFontDescription *description_of(cpango_style style) {
    PangoFontDescription *description = pango_font_description_new();
    if (!description) return NULL;
    pango_font_description_set_family(description, style.family);
    pango_font_description_set_weight(
        description, style.isBold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
    pango_font_description_set_absolute_size(description, style.size * PANGO_SCALE);
    return description;
}

int cpango_engine_has_font(cpango_engine *engine, cpango_style style) {
    PangoFontDescription *description = description_of(style);
    if (!description) return 0;
    PangoFont *font = pango_context_load_font(engine->context, description);
    pango_font_description_free(description);
    if (!font) return 0;
    g_object_unref(font);
    return 1;
}

// Pango's left is where a line begins, and the lines of one paragraph all begin on the side on
// which its first letter of any direction does: behind digits, too, which have none.
static PangoAlignment alignment_of(PangoLayout *layout, int alignment) {
    if (alignment == 0) return PANGO_ALIGN_CENTER;
    int isFixed = alignment < -1 || alignment > 1;
    const PangoLayoutLine *line = isFixed ? pango_layout_get_line_readonly(layout, 0) : NULL;
    int isTurned = line && line->resolved_dir == PANGO_DIRECTION_RTL;
    return (alignment < 0) != isTurned ? PANGO_ALIGN_LEFT : PANGO_ALIGN_RIGHT;
}

cpango_layout *cpango_layout_open(
    cpango_engine *engine, const char *text, int bytes, cpango_style style) {
    cpango_layout *layout = calloc(1, sizeof *layout);
    if (!layout) return NULL;
    PangoFontDescription *description = description_of(style);
    layout->size = style.size;
    layout->layout = description ? pango_layout_new(engine->context) : NULL;
    if (!layout->layout) {
        if (description) pango_font_description_free(description);
        free(layout);
        return NULL;
    }
    pango_layout_set_font_description(layout->layout, description);
    pango_font_description_free(description);
    pango_layout_set_text(layout->layout, text, bytes);
    pango_layout_set_alignment(layout->layout, alignment_of(layout->layout, style.alignment));
    return layout;
}

void cpango_layout_close(cpango_layout *layout) {
    g_object_unref(layout->layout);
    free(layout);
}

// Outwards to whole pixels.
static cpango_edges edges(PangoRectangle rectangle) {
    int64_t right = (int64_t)rectangle.x + rectangle.width;
    int64_t bottom = (int64_t)rectangle.y + rectangle.height;
    return (cpango_edges){
        .left = rectangle.x >> 10,
        .top = rectangle.y >> 10,
        .right = (int)((right + PANGO_SCALE - 1) >> 10),
        .bottom = (int)((bottom + PANGO_SCALE - 1) >> 10),
    };
}

cpango_extent cpango_layout_extent(cpango_layout *layout) {
    PangoRectangle ink, lines;
    pango_layout_get_extents(layout->layout, &ink, &lines);
    int shift = lines.x & (PANGO_SCALE - 1);
    lines.x -= shift;
    ink.x -= shift;
    return (cpango_extent){
        .lines = edges(lines),
        .ink = edges(ink),
        // Cairo puts letters on the nearest row.
        .baseline = (pango_layout_get_baseline(layout->layout) + PANGO_SCALE / 2) >> 10,
        .lineCount = pango_layout_get_line_count(layout->layout),
    };
}

// Adds the widths of a run of letters, where they are in the order of reading.
static int add_widths(
    PangoGlyphItem *run, const char *text, cpango_letter *letters, int capacity) {
    int count = run->item->num_chars;
    int *widths = calloc(count + 1, sizeof *widths);
    if (!widths) return 0;
    pango_glyph_item_get_logical_widths(run, text, widths);
    int first = 0;
    for (int byte = 0; byte < run->item->offset; byte++) first += (text[byte] & 0xC0) != 0x80;
    for (int index = 0; index < count && first + index < capacity; index++)
        letters[first + index].width = widths[index] / (double)PANGO_SCALE;
    free(widths);
    return 1;
}

int cpango_layout_letters(cpango_layout *layout, cpango_letter *letters, int capacity) {
    // One for each code point, and one for the end.
    int count = 0;
    const PangoLogAttr *attributes =
        pango_layout_get_log_attrs_readonly(layout->layout, &count);
    if (!attributes || count < 1) return 0;
    for (int index = 0; index < count - 1 && index < capacity; index++)
        letters[index] = (cpango_letter){
            .beginsLine = attributes[index].is_line_break,
            .beginsLetter = attributes[index].is_cursor_position,
        };
    const PangoLayoutLine *line = pango_layout_get_line_readonly(layout->layout, 0);
    const char *text = pango_layout_get_text(layout->layout);
    for (GSList *link = line ? line->runs : NULL; link; link = link->next)
        if (!add_widths(link->data, text, letters, capacity)) return -1;
    return count - 1;
}

int cpango_layout_missing(cpango_layout *layout, uint32_t *letters, int capacity) {
    PangoLayoutIter *place = pango_layout_get_iter(layout->layout);
    if (!place) return 0;
    int count = 0;
    do {
        const PangoLayoutRun *run = pango_layout_iter_get_run_readonly(place);
        for (int index = 0; run && index < run->glyphs->num_glyphs; index++) {
            PangoGlyph glyph = run->glyphs->glyphs[index].glyph;
            if (glyph == PANGO_GLYPH_INVALID_INPUT || !(glyph & PANGO_GLYPH_UNKNOWN_FLAG)) continue;
            if (count < capacity) letters[count] = glyph & ~PANGO_GLYPH_UNKNOWN_FLAG;
            count++;
        }
    } while (pango_layout_iter_next_run(place));
    pango_layout_iter_free(place);
    return count;
}

const char *cpango_layout_draw(
    cpango_layout *layout, cpango_picture picture, int x, int y, cpango_color color,
    int *isOutOfMemory) {
    cairo_surface_t *surface = cairo_image_surface_create_for_data(
        picture.bytes, CAIRO_FORMAT_ARGB32, picture.width, picture.height, picture.width * 4);
    // Either is an object that draws nothing and says why, where there is no memory.
    cairo_t *context = cairo_create(surface);
    cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha);
    // The lines begin at a whole pixel, wherever in a long line of Pango's that was: letters
    // are as far apart then as without.
    PangoRectangle lines;
    pango_layout_get_extents(layout->layout, NULL, &lines);
    double shift = (lines.x & (PANGO_SCALE - 1)) / (double)PANGO_SCALE;
    if (layout->size > CPANGO_KEPT_SIZE) {
        cpango_draw_large(context, layout->layout, x - shift, y);
    } else {
        cairo_move_to(context, x - shift, y);
        pango_cairo_show_layout(context, layout->layout);
    }
    cairo_surface_flush(surface);
    cairo_status_t status = cairo_status(context);
    cairo_destroy(context);
    cairo_surface_destroy(surface);
    *isOutOfMemory = status == CAIRO_STATUS_NO_MEMORY;
    return status == CAIRO_STATUS_SUCCESS ? NULL : cairo_status_to_string(status);
}
