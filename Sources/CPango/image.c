#include <string.h>

#include "CPango.h"
#include "functions.h"
#include "image.h"

// What is left of a file's bytes.
struct source {
    const uint8_t *bytes;
    size_t count;
    // Whether more was asked for.
    int is_short;
};

static cairo_status_t take(void *closure, unsigned char *target, unsigned int count) {
    struct source *source = closure;
    source->is_short |= count > source->count;
    if (source->is_short) return CAIRO_STATUS_READ_ERROR;
    memcpy(target, source->bytes, count);
    source->bytes += count;
    source->count -= count;
    return CAIRO_STATUS_SUCCESS;
}

cairo_surface_t *cpango_png_open(const uint8_t *bytes, size_t count) {
    struct source source = {bytes, count, 0};
    return cairo_image_surface_create_from_png_stream(take, &source);
}

// Cairo takes what libpng cannot read for a lack of memory.
static const char *reason(cairo_status_t status, int is_short) {
    if (status == CAIRO_STATUS_SUCCESS) return NULL;
    if (is_short) return "it ends too early";
    if (status == CAIRO_STATUS_NO_MEMORY) return "what it holds is no picture";
    return cairo_status_to_string(status);
}

const char *cpango_png_draw(const uint8_t *bytes, size_t count, cpango_picture picture) {
    struct source source = {bytes, count, 0};
    cairo_surface_t *image = cairo_image_surface_create_from_png_stream(take, &source);
    cairo_status_t status = cairo_surface_status(image);
    if (status == CAIRO_STATUS_SUCCESS) {
        cairo_surface_t *surface = cairo_image_surface_create_for_data(
            picture.bytes, CAIRO_FORMAT_ARGB32, picture.width, picture.height,
            picture.width * 4);
        cairo_t *context = cairo_create(surface);
        cairo_scale(
            context, (double)picture.width / cairo_image_surface_get_width(image),
            (double)picture.height / cairo_image_surface_get_height(image));
        cairo_set_source_surface(context, image, 0, 0);
        // At the edge as well, where there is nothing beside it.
        cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD);
        cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_BEST);
        cairo_paint(context);
        cairo_surface_flush(surface);
        status = cairo_status(context);
        cairo_destroy(context);
        cairo_surface_destroy(surface);
    }
    cairo_surface_destroy(image);
    return reason(status, source.is_short);
}
