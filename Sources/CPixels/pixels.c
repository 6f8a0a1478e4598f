// What is done to pixels seldom, or is no more than the compiler makes of it.
#include "CPixels.h"

#include <string.h>

void cpixels_prefetch(const uint8_t *bytes, size_t count) {
    const size_t line = 64;
    for (size_t i = 0; i < count; i += line) __builtin_prefetch(bytes + i, 1);
}

void cpixels_set_alpha(uint8_t *pixels, const uint8_t *alpha, size_t count) {
    for (size_t i = 0; i < count; i++) pixels[4 * i + 3] = alpha[i];
}

void cpixels_swap(uint8_t *target, const uint8_t *pixels, size_t count) {
    for (size_t i = 0; i < 4 * count; i += 4) {
        uint32_t pixel;
        memcpy(&pixel, pixels + i, 4);
        pixel = (pixel & 0xFF00FF00) | (pixel >> 16 & 0xFF) | (pixel & 0xFF) << 16;
        memcpy(target + i, &pixel, 4);
    }
}

void cpixels_to_rgb(uint8_t *target, const uint8_t *pixels, size_t count) {
    for (size_t i = 0; i < count; i++) {
        target[3 * i] = pixels[4 * i + 2];
        target[3 * i + 1] = pixels[4 * i + 1];
        target[3 * i + 2] = pixels[4 * i];
    }
}

void cpixels_join(uint8_t *target, const uint8_t *first, const uint8_t *second, size_t count) {
    for (size_t i = 0; i < count; i++) {
        target[2 * i] = first[i];
        target[2 * i + 1] = second[i];
    }
}
