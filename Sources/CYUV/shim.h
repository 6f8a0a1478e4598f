#pragma once
#include <libyuv/convert_argb.h>
#include <libyuv/convert_from_argb.h>
#include <libyuv/planar_functions.h>
#include <libyuv/rotate.h>
#include <libyuv/rotate_argb.h>
#include <libyuv/row.h>
#include <libyuv/scale.h>
#include <libyuv/version.h>

// libyuv declares its tables of factors as objects whose names Swift does not
// import. These give their addresses, valid for the life of the process.
#define CYUV_CONSTANTS(name, table) \
    static inline const struct YuvConstants *_Nonnull cyuv_##name(void) { return &table; }

CYUV_CONSTANTS(bt601_full, kYuvJPEGConstants)
CYUV_CONSTANTS(bt709_full, kYuvF709Constants)
CYUV_CONSTANTS(bt2020_full, kYuvV2020Constants)

#if defined(__x86_64__) || defined(__i386__)
// As distributed, libyuv takes 128/64 for the factor of blue in limited range,
// which is 129/64 in BT.601, 135/64 in BT.709 and 137/64 in BT.2020: saturated
// blue comes out up to 16 of 255 too dark (LIBYUV_UNLIMITED_DATA in its
// row_common.cc, off by default). Its row functions take the right factors too,
// which leaves at most 1.3.
//
// Factors are in 64ths: of Cb in blue, of Cb and Cr in green, of Cr in red.
#define CYUV_8(a) a, a, a, a, a, a, a, a
#define CYUV_PAIRS(a, b) \
    { CYUV_8_PAIRS(a, b), CYUV_8_PAIRS(a, b) }
#define CYUV_8_PAIRS(a, b) a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b
#define CYUV_TABLE(name, blue, greenBlue, greenRed, red)                           \
    static const struct YuvConstants cyuv_table_##name                             \
        __attribute__((aligned(64))) = {                                           \
            CYUV_PAIRS(blue, 0), CYUV_PAIRS(greenBlue, greenRed), CYUV_PAIRS(0, red), \
            /* 255/219 * 64 * 256 * 256/257; 16 below black, and half a 64th's step. */ \
            { CYUV_8(19003), CYUV_8(19003) }, { CYUV_8(-1160), CYUV_8(-1160) } };   \
    CYUV_CONSTANTS(name, cyuv_table_##name)

CYUV_TABLE(bt601, 129, 25, 52, 102)
CYUV_TABLE(bt709, 135, 14, 34, 115)
CYUV_TABLE(bt2020, 137, 12, 42, 107)
#else
CYUV_CONSTANTS(bt601, kYuvI601Constants)
CYUV_CONSTANTS(bt709, kYuvH709Constants)
CYUV_CONSTANTS(bt2020, kYuv2020Constants)
#endif
