#include <stdatomic.h>

#include "functions.h"
#include "shim.h"

#define FORWARD(...) CFFMPEG_FORWARD(CFFMPEG_SWSCALE, __VA_ARGS__)

FORWARD(void, sws_freeContext, (struct SwsContext *context), (context))
FORWARD(
    struct SwsContext *, sws_getCachedContext,
    (struct SwsContext *context, int width, int height, enum AVPixelFormat format,
     int target_width, int target_height, enum AVPixelFormat target_format, int flags,
     SwsFilter *source_filter, SwsFilter *target_filter, const double *parameters),
    (context, width, height, format, target_width, target_height, target_format, flags,
     source_filter, target_filter, parameters))
FORWARD(const int *, sws_getCoefficients, (int colorspace), (colorspace))
FORWARD(
    int, sws_scale,
    (struct SwsContext *context, const uint8_t *const source[], const int source_strides[],
     int y, int height, uint8_t *const target[], const int target_strides[]),
    (context, source, source_strides, y, height, target, target_strides))
FORWARD(
    int, sws_setColorspaceDetails,
    (struct SwsContext *context, const int inverse_table[4], int source_range, const int table[4],
     int target_range, int brightness, int contrast, int saturation),
    (context, inverse_table, source_range, table, target_range, brightness, contrast, saturation))
