#include <math.h>

#include "functions.h"
#include "image.h"
#include "large.h"

static double pixels(int units) { return units / (double)PANGO_SCALE; }

// Whether a font has colours that are no pictures: layers of outlines, or drawings.
static int has_colored_outlines(PangoFont *font) {
    hb_face_t *face = hb_font_get_face(pango_font_get_hb_font(font));
    unsigned int count = 0;
    for (int index = 0; index < 2; index++) {
        hb_tag_t tag = index ? HB_TAG('S', 'V', 'G', ' ') : HB_TAG('C', 'O', 'L', 'R');
        hb_blob_t *table = hb_face_reference_table(face, tag);
        count += hb_blob_get_length(table);
        hb_blob_destroy(table);
    }
    return count > 0;
}

// Draws the picture that a font has of a letter, with its origin at a place; the context's
// path stays.
//
// Returns whether there is one.
static int paint_picture(cairo_t *context, PangoFont *font, PangoGlyph letter, double x, double y) {
    hb_font_t *source = pango_font_get_hb_font(font);
    hb_blob_t *png = hb_ot_color_glyph_reference_png(source, letter);
    unsigned int count = 0;
    const char *bytes = hb_blob_get_data(png, &count);
    cairo_surface_t *picture = count ? cpango_png_open((const uint8_t *)bytes, count) : NULL;
    hb_glyph_extents_t place;
    int isThere = picture && cairo_surface_status(picture) == CAIRO_STATUS_SUCCESS
                  && hb_font_get_glyph_extents(source, letter, &place)
                  && place.width > 0 && place.height < 0;
    if (isThere) {
        // Pango's extents are those of a bolder letter in a bold text, which no picture is.
        cairo_save(context);
        cairo_translate(context, x + pixels(place.x_bearing), y - pixels(place.y_bearing));
        cairo_scale(
            context, pixels(place.width) / cairo_image_surface_get_width(picture),
            -pixels(place.height) / cairo_image_surface_get_height(picture));
        cairo_set_source_surface(context, picture, 0, 0);
        cairo_paint(context);
        cairo_restore(context);
    }
    if (picture) cairo_surface_destroy(picture);
    hb_blob_destroy(png);
    return isThere;
}

static void draw_run(cairo_t *context, PangoGlyphItem *run, double x, double y) {
    PangoFont *font = run->item->analysis.font;
    for (int index = 0; index < run->glyphs->num_glyphs; index++) {
        PangoGlyphInfo letter = run->glyphs->glyphs[index];
        // To whole pixels, as Cairo puts what it keeps of letters.
        double left = round(x + pixels(letter.geometry.x_offset));
        double baseline = round(y + pixels(letter.geometry.y_offset));
        x += pixels(letter.geometry.width);
        if (paint_picture(context, font, letter.glyph, left, baseline)) continue;
        letter.geometry.x_offset = letter.geometry.y_offset = 0;
        PangoGlyphString alone = {.num_glyphs = 1, .glyphs = &letter};
        cairo_move_to(context, left, baseline);
        pango_cairo_glyph_string_path(context, font, &alone);
    }
    cairo_fill(context);
}

void cpango_draw_large(cairo_t *context, PangoLayout *layout, double x, double y) {
    PangoLayoutIter *place = pango_layout_get_iter(layout);
    do {
        PangoGlyphItem *run = pango_layout_iter_get_run_readonly(place);
        if (!run) continue;
        PangoRectangle extents;
        pango_layout_iter_get_run_extents(place, NULL, &extents);
        double left = x + pixels(extents.x);
        double baseline = y + pixels(pango_layout_iter_get_baseline(place));
        if (has_colored_outlines(run->item->analysis.font)) {
            cairo_move_to(context, left, baseline);
            pango_cairo_show_glyph_string(context, run->item->analysis.font, run->glyphs);
        } else {
            draw_run(context, run, left, baseline);
        }
    } while (pango_layout_iter_next_run(place));
    pango_layout_iter_free(place);
}
