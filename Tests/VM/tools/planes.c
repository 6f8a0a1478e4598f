// Writes what the display's planes show, read back from their framebuffers: the
// judge of what is on the screen where QEMU cannot take a picture.
//
//   planes DEVICE PREFIX
//
// Prints a line for each active plane and writes it to PREFIX-ID.ppm; PREFIX.ppm
// is what the hardware puts together: the planes in the order of their zpos, else
// primary, overlay, cursor, overlays with premultiplied alpha. Needs root, not
// DRM master. Formats: XR24, AR24. Ends with 1 when nothing is shown.
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <drm_fourcc.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

struct plane {
    uint32_t id, framebuffer, format, width, height, pitch;
    uint64_t type, zpos, alpha;
    int64_t x, y;
    const uint8_t *pixels;
};

struct picture {
    uint32_t width, height;
    uint8_t *rgb;
};

static void die(const char *what)
{
    fprintf(stderr, "planes: %s: %s\n", what, strerror(errno));
    exit(2);
}

static uint64_t property(int fd, uint32_t object, uint32_t kind, const char *name, uint64_t missing)
{
    drmModeObjectProperties *all = drmModeObjectGetProperties(fd, object, kind);
    uint64_t value = missing;
    for (uint32_t i = 0; all && i < all->count_props; i++) {
        drmModePropertyRes *one = drmModeGetProperty(fd, all->props[i]);
        if (one && strcmp(one->name, name) == 0)
            value = all->prop_values[i];
        drmModeFreeProperty(one);
    }
    drmModeFreeObjectProperties(all);
    return value;
}

// Maps a buffer by PRIME, else as a dumb buffer. Handles are this process's own.
static const uint8_t *map(int fd, uint32_t handle, size_t size)
{
    int prime = -1;
    void *pixels = MAP_FAILED;
    if (drmPrimeHandleToFD(fd, handle, O_CLOEXEC, &prime) == 0)
        pixels = mmap(NULL, size, PROT_READ, MAP_SHARED, prime, 0);
    if (pixels == MAP_FAILED) {
        struct drm_mode_map_dumb request = {.handle = handle};
        if (drmIoctl(fd, DRM_IOCTL_MODE_MAP_DUMB, &request) == 0)
            pixels = mmap(NULL, size, PROT_READ, MAP_SHARED, fd, (off_t)request.offset);
    }
    if (pixels == MAP_FAILED)
        die("mapping a framebuffer");
    return pixels;
}

// Fills in `plane` when it is active.
static bool read_plane(int fd, uint32_t id, struct plane *plane)
{
    static const char *const names[] = {"overlay", "primary", "cursor"};
    const uint32_t kind = DRM_MODE_OBJECT_PLANE;
    drmModePlane *active = drmModeGetPlane(fd, id);
    if (!active || active->fb_id == 0 || active->crtc_id == 0)
        return false;
    drmModeFB2 *buffer = drmModeGetFB2(fd, active->fb_id);
    if (!buffer)
        die("DRM_IOCTL_MODE_GETFB2");
    plane->id = id;
    plane->framebuffer = active->fb_id;
    plane->format = buffer->pixel_format;
    plane->width = buffer->width;
    plane->height = buffer->height;
    plane->pitch = buffer->pitches[0];
    plane->type = property(fd, id, kind, "type", DRM_PLANE_TYPE_PRIMARY);
    static const uint64_t order[] = {1, 0, 2};
    plane->zpos = property(fd, id, kind, "zpos", order[plane->type]);
    plane->alpha = property(fd, id, kind, "alpha", 0xffff);
    plane->x = (int64_t)property(fd, id, kind, "CRTC_X", 0);
    plane->y = (int64_t)property(fd, id, kind, "CRTC_Y", 0);
    printf("plane %u type %s crtc %u at %lld,%lld size %ux%u zpos %llu alpha %llu format %.4s fb %u\n",
           id, names[plane->type], active->crtc_id, (long long)plane->x, (long long)plane->y,
           plane->width, plane->height, (unsigned long long)plane->zpos,
           (unsigned long long)plane->alpha, (const char *)&plane->format, plane->framebuffer);
    if (plane->format != DRM_FORMAT_XRGB8888 && plane->format != DRM_FORMAT_ARGB8888) {
        errno = ENOTSUP;
        die("the format");
    }
    plane->pixels = map(fd, buffer->handles[0], (size_t)plane->pitch * plane->height)
        + buffer->offsets[0];
    drmModeFreeFB2(buffer);
    drmModeFreePlane(active);
    return true;
}

static struct picture black(uint32_t width, uint32_t height)
{
    struct picture picture = {width, height, calloc((size_t)width * height, 3)};
    if (!picture.rgb)
        die("memory");
    return picture;
}

// Lays `plane` over `picture`; it may reach beyond the edges.
static void blend(struct picture *picture, const struct plane *plane, int64_t left, int64_t top)
{
    bool opaque = plane->format == DRM_FORMAT_XRGB8888;
    for (uint32_t y = 0; y < plane->height; y++) {
        for (uint32_t x = 0; x < plane->width; x++) {
            int64_t column = left + x, row = top + y;
            if (column < 0 || row < 0 || column >= picture->width || row >= picture->height)
                continue;
            const uint8_t *bgra = plane->pixels + (size_t)y * plane->pitch + (size_t)x * 4;
            uint8_t *rgb = picture->rgb + ((size_t)row * picture->width + (size_t)column) * 3;
            uint32_t alpha = plane->alpha * (opaque ? 255 : bgra[3]) / 0xffff;
            for (int i = 0; i < 3; i++) {
                uint32_t sum = (uint32_t)(bgra[2 - i] * plane->alpha / 0xffff)
                    + (rgb[i] * (255 - alpha) + 127) / 255;
                rgb[i] = (uint8_t)(sum > 255 ? 255 : sum);
            }
        }
    }
}

static void write_ppm(const struct picture *picture, const char *name)
{
    FILE *file = fopen(name, "w");
    if (!file)
        die(name);
    fprintf(file, "P6\n%u %u\n255\n", picture->width, picture->height);
    fwrite(picture->rgb, 3, (size_t)picture->width * picture->height, file);
    if (fclose(file) != 0)
        die(name);
}

static int by_zpos(const void *left, const void *right)
{
    const struct plane *a = left, *b = right;
    return a->zpos < b->zpos ? -1 : a->zpos > b->zpos;
}

int main(int count, char **arguments)
{
    struct plane planes[64];
    char name[4096];
    int active = 0;
    if (count != 3) {
        fputs("usage: planes DEVICE PREFIX\n", stderr);
        return 64;
    }
    int fd = open(arguments[1], O_RDWR | O_CLOEXEC);
    if (fd < 0)
        die(arguments[1]);
    drmDropMaster(fd); // the first to open a device is made its master
    if (drmSetClientCap(fd, DRM_CLIENT_CAP_ATOMIC, 1) != 0)
        die("DRM_CLIENT_CAP_ATOMIC");
    drmModePlaneRes *all = drmModeGetPlaneResources(fd);
    for (uint32_t i = 0; all && i < all->count_planes && active < 64; i++)
        active += read_plane(fd, all->planes[i], &planes[active]);
    if (active == 0)
        return 1;
    qsort(planes, (size_t)active, sizeof planes[0], by_zpos);

    struct picture screen = black(planes[0].width, planes[0].height);
    for (int i = 0; i < active; i++) {
        struct picture alone = black(planes[i].width, planes[i].height);
        blend(&alone, &planes[i], 0, 0);
        snprintf(name, sizeof name, "%s-%u.ppm", arguments[2], planes[i].id);
        write_ppm(&alone, name);
        free(alone.rgb);
        blend(&screen, &planes[i], planes[i].x, planes[i].y);
    }
    snprintf(name, sizeof name, "%s.ppm", arguments[2]);
    write_ppm(&screen, name);
    return 0;
}
