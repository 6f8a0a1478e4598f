#pragma once

#include <pango/pangocairo.h>

// Draws a layout with its zero at a place, by outlines and by the pictures that fonts have:
// of letters of any size nothing is kept but their outlines. Cairo's own way is quicker where
// letters come again, and keeps pixels of some 16,000 of them, however large they are.
//
// Fonts whose colours are outlines too are drawn in Cairo's way.
__attribute__((visibility("hidden"))) void cpango_draw_large(
    cairo_t *context, PangoLayout *layout, double x, double y);
