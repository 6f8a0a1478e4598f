#pragma once

#include <linux/mman.h>
#include <linux/videodev2.h>
#include <sys/syscall.h>
#include <unistd.h>

// Swift imports macros that are plain literals or simple expressions of them,
// not those that cast or call other macros. These give the rest a name.
#define CV4L2_REQUEST(name) static const unsigned long cv4l2_##name = name;

CV4L2_REQUEST(VIDIOC_QUERYCAP)
CV4L2_REQUEST(VIDIOC_ENUM_FMT)
CV4L2_REQUEST(VIDIOC_ENUM_FRAMESIZES)
CV4L2_REQUEST(VIDIOC_ENUM_FRAMEINTERVALS)
CV4L2_REQUEST(VIDIOC_G_FMT)
CV4L2_REQUEST(VIDIOC_S_FMT)
CV4L2_REQUEST(VIDIOC_G_PARM)
CV4L2_REQUEST(VIDIOC_S_PARM)
CV4L2_REQUEST(VIDIOC_REQBUFS)
CV4L2_REQUEST(VIDIOC_QUERYBUF)
CV4L2_REQUEST(VIDIOC_EXPBUF)
CV4L2_REQUEST(VIDIOC_QBUF)
CV4L2_REQUEST(VIDIOC_DQBUF)
CV4L2_REQUEST(VIDIOC_STREAMON)
CV4L2_REQUEST(VIDIOC_STREAMOFF)
CV4L2_REQUEST(VIDIOC_QUERY_EXT_CTRL)
CV4L2_REQUEST(VIDIOC_QUERYMENU)
CV4L2_REQUEST(VIDIOC_G_EXT_CTRLS)
CV4L2_REQUEST(VIDIOC_S_EXT_CTRLS)

#undef CV4L2_REQUEST

static const __u32 cv4l2_PIX_FMT_NV12 = V4L2_PIX_FMT_NV12;
static const __u32 cv4l2_PIX_FMT_YUYV = V4L2_PIX_FMT_YUYV;
static const __u32 cv4l2_PIX_FMT_YUV420 = V4L2_PIX_FMT_YUV420;
static const __u32 cv4l2_PIX_FMT_MJPEG = V4L2_PIX_FMT_MJPEG;
static const __u32 cv4l2_PIX_FMT_JPEG = V4L2_PIX_FMT_JPEG;
static const __u32 cv4l2_CTRL_FLAG_NEXT_CTRL = V4L2_CTRL_FLAG_NEXT_CTRL;

// What a driver that leaves a part of its colours at "default" means by it.

static inline __u32 cv4l2_default_colorspace(int is_sdtv, int is_hdtv) {
    return V4L2_MAP_COLORSPACE_DEFAULT(is_sdtv, is_hdtv);
}

static inline __u32 cv4l2_default_transfer(__u32 colorspace) {
    return V4L2_MAP_XFER_FUNC_DEFAULT(colorspace);
}

static inline __u32 cv4l2_default_encoding(__u32 colorspace) {
    return V4L2_MAP_YCBCR_ENC_DEFAULT(colorspace);
}

static inline __u32 cv4l2_default_quantization(__u32 colorspace, __u32 encoding) {
    return V4L2_MAP_QUANTIZATION_DEFAULT(0, colorspace, encoding);
}

// In a packed structure, whose members Swift cannot borrow.

static inline struct v4l2_ext_control cv4l2_ext_control(__u32 id, __s64 value, int is_wide) {
    struct v4l2_ext_control control = {.id = id};
    if (is_wide)
        control.value64 = value;
    else
        control.value = (__s32)value;
    return control;
}

static inline __s64 cv4l2_ext_control_value(struct v4l2_ext_control control, int is_wide) {
    return is_wide ? control.value64 : control.value;
}

// Not in Swift's Glibc: variadic, and declared under _GNU_SOURCE only.

/// Moves the mapping at `from` to `to`, in place of the one that is there.
/// Returns -1 and sets errno on failure.
static inline int cv4l2_move_mapping(void *_Nonnull from, void *_Nonnull to, unsigned long bytes) {
    long moved = syscall(SYS_mremap, from, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, to);
    return moved == -1 ? -1 : 0;
}
