#include <string.h>

#include "CPango.h"
#include "functions.h"
#include "image.h"

// What is left of a file's bytes.
struct source {
    const uint8_t *bytes;
    size_t count;
};

static cairo_status_t take(void *closure, unsigned char *target, unsigned int count) {
    struct source *source = closure;
    if (count > source->count) return CAIRO_STATUS_READ_ERROR;
    memcpy(target, source->bytes, count);
    source->bytes += count;
    source->count -= count;
    return CAIRO_STATUS_SUCCESS;
}

cairo_surface_t *cpango_png_open(const uint8_t *bytes, size_t count) {
    struct source source = {bytes, count};
    return cairo_image_surface_create_from_png_stream(take, &source);
}

const char *cpango_png_draw(const uint8_t *bytes, size_t count, cpango_picture picture) {
    cairo_surface_t *image = cpango_png_open(bytes, count);
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
    return status == CAIRO_STATUS_SUCCESS ? NULL : cairo_status_to_string(status);
}
