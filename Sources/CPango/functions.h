#pragma once

#include <hb-ot.h>
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
      (layout, text, length))                                                                \
    F(GTimeZone *, g_time_zone_new_identifier, (const char *identifier), (identifier))       \
    F(GTimeZone *, g_time_zone_new_local, (void), ())                                        \
    F(void, g_time_zone_unref, (GTimeZone * zone), (zone))                                   \
    F(GDateTime *, g_date_time_new_from_unix_utc, (gint64 seconds), (seconds))               \
    F(GDateTime *, g_date_time_to_timezone,                                                  \
      (GDateTime * time, GTimeZone * zone), (time, zone))                                    \
    F(void, g_date_time_get_ymd,                                                             \
      (GDateTime * time, int *year, int *month, int *day), (time, year, month, day))         \
    F(int, g_date_time_get_hour, (GDateTime * time), (time))                                 \
    F(int, g_date_time_get_minute, (GDateTime * time), (time))                               \
    F(int, g_date_time_get_second, (GDateTime * time), (time))                               \
    F(int, g_date_time_get_day_of_week, (GDateTime * time), (time))                          \
    F(int, g_date_time_get_day_of_year, (GDateTime * time), (time))                          \
    F(gboolean, g_date_time_is_daylight_savings, (GDateTime * time), (time))                 \
    F(GTimeSpan, g_date_time_get_utc_offset, (GDateTime * time), (time))                     \
    F(const gchar *, g_date_time_get_timezone_abbreviation, (GDateTime * time), (time))      \
    F(void, g_date_time_unref, (GDateTime * time), (time))                                   \
    F(cairo_surface_t *, cairo_image_surface_create_from_png_stream,                         \
      (cairo_read_func_t read, void *closure), (read, closure))                              \
    F(cairo_status_t, cairo_surface_status, (cairo_surface_t * surface), (surface))          \
    F(int, cairo_image_surface_get_width, (cairo_surface_t * surface), (surface))            \
    F(int, cairo_image_surface_get_height, (cairo_surface_t * surface), (surface))           \
    F(void, cairo_scale, (cairo_t * context, double x, double y), (context, x, y))           \
    F(void, cairo_set_source_surface,                                                        \
      (cairo_t * context, cairo_surface_t * surface, double x, double y),                    \
      (context, surface, x, y))                                                              \
    F(cairo_pattern_t *, cairo_get_source, (cairo_t * context), (context))                   \
    F(void, cairo_pattern_set_extend,                                                        \
      (cairo_pattern_t * pattern, cairo_extend_t extend), (pattern, extend))                 \
    F(void, cairo_pattern_set_filter,                                                        \
      (cairo_pattern_t * pattern, cairo_filter_t filter), (pattern, filter))                 \
    F(void, cairo_paint, (cairo_t * context), (context))                                     \
    F(void, cairo_fill, (cairo_t * context), (context))                                      \
    F(void, cairo_restore, (cairo_t * context), (context))                                   \
    F(void, cairo_save, (cairo_t * context), (context))                                      \
    F(void, cairo_translate, (cairo_t * context, double x, double y), (context, x, y))       \
    F(const char *, hb_blob_get_data,                                                        \
      (hb_blob_t * blob, unsigned int *length), (blob, length))                              \
    F(unsigned int, hb_blob_get_length, (hb_blob_t * blob), (blob))                          \
    F(void, hb_blob_destroy, (hb_blob_t * blob), (blob))                                     \
    F(hb_blob_t *, hb_face_reference_table,                                                  \
      (const hb_face_t *face, hb_tag_t tag), (face, tag))                                    \
    F(hb_face_t *, hb_font_get_face, (hb_font_t * font), (font))                             \
    F(hb_bool_t, hb_font_get_glyph_extents,                                                  \
      (hb_font_t * font, hb_codepoint_t glyph, hb_glyph_extents_t *extents),                 \
      (font, glyph, extents))                                                                \
    F(hb_blob_t *, hb_ot_color_glyph_reference_png,                                          \
      (hb_font_t * font, hb_codepoint_t glyph), (font, glyph))                               \
    F(void, pango_cairo_glyph_string_path,                                                   \
      (cairo_t * cairo, PangoFont * font, PangoGlyphString * glyphs), (cairo, font, glyphs)) \
    F(void, pango_cairo_show_glyph_string,                                                   \
      (cairo_t * cairo, PangoFont * font, PangoGlyphString * glyphs), (cairo, font, glyphs)) \
    F(hb_font_t *, pango_font_get_hb_font, (PangoFont * font), (font))                       \
    F(PangoLayoutIter *, pango_layout_get_iter, (PangoLayout * layout), (layout))            \
    F(void, pango_layout_iter_free, (PangoLayoutIter * place), (place))                      \
    F(int, pango_layout_iter_get_baseline, (PangoLayoutIter * place), (place))               \
    F(void, pango_layout_iter_get_run_extents,                                               \
      (PangoLayoutIter * place, PangoRectangle * ink, PangoRectangle * logical),             \
      (place, ink, logical))                                                                 \
    F(PangoLayoutRun *, pango_layout_iter_get_run_readonly,                                  \
      (PangoLayoutIter * place), (place))                                                    \
    F(gboolean, pango_layout_iter_next_run, (PangoLayoutIter * place), (place))
