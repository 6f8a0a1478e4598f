#include <stdatomic.h>

#include "functions.h"
#include "shim.h"

#define FORWARD(...) CFFMPEG_FORWARD(CFFMPEG_AVUTIL, __VA_ARGS__)

FORWARD(AVBufferRef *, av_buffer_pool_get, (AVBufferPool *pool), (pool))
FORWARD(
    AVBufferPool *, av_buffer_pool_init, (size_t size, AVBufferRef *(*alloc)(size_t size)),
    (size, alloc))
FORWARD(void, av_buffer_pool_uninit, (AVBufferPool **pool), (pool))
FORWARD(
    uint32_t, av_crc,
    (const AVCRC *table, uint32_t crc, const uint8_t *source, size_t size),
    (table, crc, source, size))
FORWARD(const AVCRC *, av_crc_get_table, (AVCRCId id), (id))
FORWARD(
    int, av_dict_copy, (AVDictionary **target, const AVDictionary *source, int flags),
    (target, source, flags))
FORWARD(void, av_dict_free, (AVDictionary **dictionary), (dictionary))
FORWARD(
    int, av_dict_set, (AVDictionary **dictionary, const char *key, const char *value, int flags),
    (dictionary, key, value, flags))
FORWARD(double, av_display_rotation_get, (const int32_t matrix[9]), (matrix))
FORWARD(
    enum AVPixelFormat, av_find_best_pix_fmt_of_2,
    (enum AVPixelFormat first, enum AVPixelFormat second, enum AVPixelFormat source, int has_alpha,
     int *loss),
    (first, second, source, has_alpha, loss))
FORWARD(
    AVDictionaryEntry *, av_dict_get,
    (const AVDictionary *dictionary, const char *key, const AVDictionaryEntry *previous,
     int flags),
    (dictionary, key, previous, flags))
FORWARD(AVFrame *, av_frame_alloc, (void), ())
FORWARD(void, av_frame_free, (AVFrame **frame), (frame))
FORWARD(int, av_frame_get_buffer, (AVFrame *frame, int align), (frame, align))
FORWARD(
    AVFrameSideData *, av_frame_get_side_data,
    (const AVFrame *frame, enum AVFrameSideDataType type), (frame, type))
FORWARD(
    AVFrameSideData *, av_frame_new_side_data,
    (AVFrame *frame, enum AVFrameSideDataType type, size_t size), (frame, type, size))
FORWARD(void, av_frame_move_ref, (AVFrame *target, AVFrame *source), (target, source))
FORWARD(void, av_frame_unref, (AVFrame *frame), (frame))
FORWARD(const char *, av_get_pix_fmt_name, (enum AVPixelFormat format), (format))
FORWARD(void, av_freep, (void *pointer), (pointer))
FORWARD(
    int, av_hash_alloc, (struct AVHashContext **context, const char *name), (context, name))
FORWARD(
    void, av_hash_final, (struct AVHashContext *context, uint8_t *digest), (context, digest))
FORWARD(
    void, av_hash_final_hex, (struct AVHashContext *context, uint8_t *text, int size),
    (context, text, size))
FORWARD(void, av_hash_freep, (struct AVHashContext **context), (context))
FORWARD(void, av_hash_init, (struct AVHashContext *context), (context))
FORWARD(
    void, av_hash_update, (struct AVHashContext *context, const uint8_t *source, size_t size),
    (context, source, size))
FORWARD(
    void, av_image_copy_plane,
    (uint8_t *target, int target_stride, const uint8_t *source, int source_stride, int bytes,
     int height),
    (target, target_stride, source, source_stride, bytes, height))
FORWARD(
    int, av_image_copy_to_buffer,
    (uint8_t *target, int size, const uint8_t *const data[4], const int strides[4],
     enum AVPixelFormat format, int width, int height, int align),
    (target, size, data, strides, format, width, height, align))
FORWARD(
    int, av_image_fill_arrays,
    (uint8_t *data[4], int strides[4], const uint8_t *source, enum AVPixelFormat format, int width,
     int height, int align),
    (data, strides, source, format, width, height, align))
FORWARD(
    int, av_image_get_buffer_size,
    (enum AVPixelFormat format, int width, int height, int align), (format, width, height, align))
FORWARD(
    void, av_log_set_callback, (void (*callback)(void *, int, const char *, va_list)),
    (callback))
FORWARD(void *, av_malloc, (size_t size), (size))
FORWARD(
    int, av_opt_set, (void *object, const char *name, const char *value, int flags),
    (object, name, value, flags))
FORWARD(const AVPixFmtDescriptor *, av_pix_fmt_desc_get, (enum AVPixelFormat format), (format))
FORWARD(int64_t, av_rescale_q, (int64_t a, AVRational from, AVRational to), (a, from, to))
FORWARD(
    int64_t, av_rescale_q_rnd,
    (int64_t a, AVRational from, AVRational to, enum AVRounding rounding), (a, from, to, rounding))
FORWARD(int, av_strerror, (int code, char *text, size_t size), (code, text, size))
