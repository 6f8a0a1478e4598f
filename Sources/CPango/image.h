#pragma once

#include <cairo.h>
#include <stddef.h>
#include <stdint.h>

// The picture of a PNG file: an object to be destroyed, whose status says what went wrong.
__attribute__((visibility("hidden"))) cairo_surface_t *cpango_png_open(
    const uint8_t *bytes, size_t count);
