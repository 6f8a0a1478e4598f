#pragma once

#include <pango/pangocairo.h>

// What is called of these libraries: result, name, parameters, arguments. Those that
// Pango itself is linked to are found through it.
#define CPANGO_FUNCTIONS(F)                                                                  \
    F(void, g_log_set_writer_func,                                                           \
      (GLogWriterFunc function, gpointer data, GDestroyNotify free), (function, data, free)) \
    F(GLogFunc, g_log_set_default_handler, (GLogFunc function, gpointer data),               \
      (function, data))                                                                      \
    F(GLogLevelFlags, g_log_set_always_fatal, (GLogLevelFlags mask), (mask))                 \
    F(void, g_object_unref, (gpointer object), (object))                                     \
    F(cairo_t *, cairo_create, (cairo_surface_t * surface), (surface))                       \
    F(void, cairo_destroy, (cairo_t * context), (context))                                   \
    F(cairo_font_options_t *, cairo_font_options_create, (void), ())                         \
    F(void, cairo_font_options_destroy, (cairo_font_options_t * options), (options))         \
    F(void, cairo_font_options_set_antialias,                                                \
      (cairo_font_options_t * options, cairo_antialias_t value), (options, value))           \
    F(void, cairo_font_options_set_hint_metrics,                                             \
      (cairo_font_options_t * options, cairo_hint_metrics_t value), (options, value))        \
    F(void, cairo_font_options_set_hint_style,                                               \
      (cairo_font_options_t * options, cairo_hint_style_t value), (options, value))          \
    F(cairo_surface_t *, cairo_image_surface_create_for_data,                                \
      (unsigned char *data, cairo_format_t format, int width, int height, int stride),       \
      (data, format, width, height, stride))                                                 \
    F(void, cairo_move_to, (cairo_t * context, double x, double y), (context, x, y))         \
    F(void, cairo_set_source_rgba,                                                           \
      (cairo_t * context, double red, double green, double blue, double alpha),              \
      (context, red, green, blue, alpha))                                                    \
    F(cairo_status_t, cairo_status, (cairo_t * context), (context))                          \
    F(const char *, cairo_status_to_string, (cairo_status_t status), (status))               \
    F(void, cairo_surface_destroy, (cairo_surface_t * surface), (surface))                   \
    F(void, cairo_surface_flush, (cairo_surface_t * surface), (surface))                     \
    F(void, pango_cairo_context_set_font_options,                                            \
      (PangoContext * context, const cairo_font_options_t *options), (context, options))     \
    F(PangoFontMap *, pango_cairo_font_map_new, (void), ())                                  \
    F(void, pango_cairo_show_layout, (cairo_t * cairo, PangoLayout * layout),                \
      (cairo, layout))                                                                       \
    F(PangoFont *, pango_context_load_font,                                                  \
      (PangoContext * context, const PangoFontDescription *description),                     \
      (context, description))                                                                \
    F(void, pango_context_set_round_glyph_positions,                                         \
      (PangoContext * context, gboolean rounds), (context, rounds))                          \
    F(void, pango_font_description_free, (PangoFontDescription * description),               \
      (description))                                                                         \
    F(PangoFontDescription *, pango_font_description_new, (void), ())                        \
    F(void, pango_font_description_set_absolute_size,                                        \
      (PangoFontDescription * description, double size), (description, size))                \
    F(void, pango_font_description_set_family,                                               \
      (PangoFontDescription * description, const char *family), (description, family))       \
    F(void, pango_font_description_set_weight,                                               \
      (PangoFontDescription * description, PangoWeight weight), (description, weight))       \
    F(PangoContext *, pango_font_map_create_context, (PangoFontMap * map), (map))            \
    F(int, pango_layout_get_baseline, (PangoLayout * layout), (layout))                      \
    F(void, pango_layout_get_extents,                                                        \
      (PangoLayout * layout, PangoRectangle * ink, PangoRectangle * logical),                \
      (layout, ink, logical))                                                                \
    F(const PangoLogAttr *, pango_layout_get_log_attrs_readonly,                             \
      (PangoLayout * layout, gint *count), (layout, count))                                  \
    F(const char *, pango_layout_get_text, (PangoLayout * layout), (layout))                 \
    F(void, pango_glyph_item_get_logical_widths,                                             \
      (PangoGlyphItem * item, const char *text, int *widths), (item, text, widths))          \
    F(int, pango_layout_get_line_count, (PangoLayout * layout), (layout))                    \
    F(PangoLayoutLine *, pango_layout_get_line_readonly, (PangoLayout * layout, int line),   \
      (layout, line))                                                                        \
    F(PangoLayout *, pango_layout_new, (PangoContext * context), (context))                  \
    F(void, pango_layout_set_alignment, (PangoLayout * layout, PangoAlignment alignment),    \
      (layout, alignment))                                                                   \
    F(void, pango_layout_set_font_description,                                               \
      (PangoLayout * layout, const PangoFontDescription *description),                       \
      (layout, description))                                                                 \
    F(void, pango_layout_set_text, (PangoLayout * layout, const char *text, int length),     \
      (layout, text, length))
