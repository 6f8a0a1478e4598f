#pragma once
#include <drm_fourcc.h>
#include <gbm.h>
#include <virtgpu_drm.h>
#include <vmwgfx_drm.h>
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

/// Whether there is a GPU behind a virtual one, as Mesa asks; false where that cannot be asked.
static inline _Bool cdrm_virtio_draws(int descriptor) {
    int value = 0;
    struct drm_virtgpu_getparam question = {VIRTGPU_PARAM_3D_FEATURES, (uintptr_t)&value};
    return drmIoctl(descriptor, DRM_IOCTL_VIRTGPU_GETPARAM, &question) == 0 && value != 0;
}

static inline _Bool cdrm_vmware_draws(int descriptor) {
    struct drm_vmw_getparam_arg question = {.param = DRM_VMW_PARAM_3D};
    return drmCommandWriteRead(descriptor, DRM_VMW_GET_PARAM, &question, sizeof question) == 0
        && question.value != 0;
}
