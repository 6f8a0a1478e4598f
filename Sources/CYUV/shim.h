#pragma once
#include <libyuv/convert_argb.h>
#include <libyuv/cpu_id.h>
#include <libyuv/planar_functions.h>
#include <libyuv/rotate.h>
#include <libyuv/rotate_argb.h>
#include <libyuv/scale.h>
#include <libyuv/scale_argb.h>
#include <libyuv/version.h>

// libyuv declares its tables of coefficients as objects of a type that its C
// headers leave incomplete; such objects have no name in Swift. These give
// their addresses, which are valid for the life of the process.
#define CYUV_CONSTANTS(name) \
    static inline const struct YuvConstants *_Nonnull cyuv_##name(void) { return &name; }

CYUV_CONSTANTS(kYuvI601Constants)
CYUV_CONSTANTS(kYuvJPEGConstants)
CYUV_CONSTANTS(kYuvH709Constants)
CYUV_CONSTANTS(kYuvF709Constants)
CYUV_CONSTANTS(kYuv2020Constants)
CYUV_CONSTANTS(kYuvV2020Constants)
