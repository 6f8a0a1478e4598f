#pragma once
#include <drm_fourcc.h>
#include <gbm.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

// Swift imports macros that are plain literals, not those that call other macros.
static const uint32_t cdrm_FORMAT_XRGB8888 = DRM_FORMAT_XRGB8888;
static const uint32_t cdrm_FORMAT_ARGB8888 = DRM_FORMAT_ARGB8888;

/// DRM_IOCTL_MODE_ATOMIC with memory of the caller's: drmModeAtomicCommit
/// allocates and sorts at every call. Returns -1 and sets errno on failure.
static inline int cdrm_atomic(int descriptor, struct drm_mode_atomic *_Nonnull request) {
    return drmIoctl(descriptor, DRM_IOCTL_MODE_ATOMIC, request);
}
