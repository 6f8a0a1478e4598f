// The kernels of rows of pixels: the plain ones against their definitions, and
// every other level against the plain one, bit by bit, over rows that end, or
// begin, at memory which may not be touched.
//
// Says of each level that it passed, failed, or was skipped; `check` builds and
// runs this for the processor that there is, and for others emulated.
#include "CPixels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static int failures;
static int rows_checked;

#define CHECK(condition, ...)                  \
    do {                                       \
        rows_checked++;                        \
        if (!(condition)) {                    \
            if (failures++ < 20) {             \
                fprintf(stderr, "FAILED: ");   \
                fprintf(stderr, __VA_ARGS__);  \
                fprintf(stderr, "\n");         \
            }                                  \
        }                                      \
    } while (0)

// Rows of memory.

enum side { BEFORE, BEHIND };
/// Which end of rows lies at a page that may not be touched.
static enum side fence;
enum { ROWS = 16, ROW_BYTES = 1 << 16 };
static uint8_t *pages[ROWS];
static int rows_used;

static void map_rows(void) {
    const size_t page = (size_t)getpagesize();
    for (int i = 0; i < ROWS; i++) {
        const int flags = MAP_PRIVATE | MAP_ANONYMOUS;
        uint8_t *memory = mmap(NULL, ROW_BYTES + 2 * page, PROT_NONE, flags, -1, 0);
        const int access = PROT_READ | PROT_WRITE;
        if (memory == MAP_FAILED || mprotect(memory + page, ROW_BYTES, access) != 0) {
            perror("mmap");
            exit(2);
        }
        pages[i] = memory + page;
    }
}

static uint8_t *row(size_t bytes) {
    uint8_t *memory = pages[rows_used++];
    if (rows_used > ROWS || bytes > ROW_BYTES) abort();
    return fence == BEFORE ? memory : memory + ROW_BYTES - bytes;
}

/// The same samples in every run (SplitMix64).
static uint64_t random_state;

static uint64_t next_random(void) {
    uint64_t value = random_state += 0x9E3779B97F4A7C15;
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EB;
    return value ^ (value >> 31);
}

/// A row of samples, half of them extremes.
static uint8_t *samples(size_t count) {
    static const uint8_t extremes[] = {0, 255, 16, 235};
    uint8_t *bytes = row(count);
    for (size_t i = 0; i < count; i++) {
        const uint64_t value = next_random();
        bytes[i] = value & 1 ? extremes[value >> 8 & 3] : (uint8_t)(value >> 8);
    }
    return bytes;
}

static const struct cpixels_matrix matrices[] = {
    // BT.709 in limited range; and as large as factors get, with luma in full range.
    {19077, -1160, 14686, -1747, -4366, 17305},
    {16384, 32, 17545, -8000, -8000, 17545},
};

/// One kernel's inputs, and what a level makes of them.
struct job {
    enum cpixels_level level;
    size_t width;
    /// Which variant of a kernel: a share, a matrix, a step, a box.
    int variant;
    size_t bytes;
    uint8_t *target;
};

static void fill(struct job *job, size_t bytes) {
    job->bytes = bytes;
    job->target = row(bytes);
    memset(job->target, 0xAA, bytes);
}

static const int shares[] = {0, 1, 77, 128, 255};

static void mix(struct job *job) {
    const uint8_t *first = samples(job->width), *second = samples(job->width);
    fill(job, job->width);
    const int share = shares[job->variant];
    cpixels_kernels(job->level)->mix_rows(job->target, first, second, share, job->width);
    if (job->level != CPIXELS_PLAIN) return;
    for (size_t i = 0; i < job->width; i++) {
        const int mean = (first[i] * (256 - share) + second[i] * share + 128) / 256;
        CHECK(job->target[i] == mean, "mix of %zu, %d of 256", job->width, share);
    }
}

/// Also of colours above their alpha, which nothing has that was drawn as it is to be.
static void lay(struct job *job) {
    const uint8_t *above = samples(4 * job->width), *below = samples(4 * job->width);
    fill(job, 4 * job->width);
    memcpy(job->target, below, job->bytes);
    cpixels_kernels(job->level)->lay(job->target, above, job->width);
    if (job->level != CPIXELS_PLAIN) return;
    for (size_t i = 0; i < job->bytes; i++) {
        const int sum = below[i] * (256 - above[i | 3]) / 256 + above[i];
        const int expected = i % 4 == 3 || sum > 255 ? 255 : sum;
        CHECK(job->target[i] == expected, "byte %zu of %zu pixels", i, job->width);
    }
}

/// From shrinking to just above half to growing eightfold.
static const double column_steps[] = {0.125, 0.5, 0.75, 1, 1.2, 1.5, 1.98, 2};

static void columns(struct job *job) {
    const double step = column_steps[job->variant];
    const size_t count = (size_t)((double)job->width * step) + 1;
    const uint8_t *source = samples(count);
    uint32_t *positions = (void *)row(4 * job->width);
    for (size_t i = 0; i < job->width; i++) {
        const double middle = fmin(fmax(((double)i + 0.5) * step - 0.5, 0), (double)(count - 1));
        positions[i] = (uint32_t)(middle * 256 + 0.5);
    }
    void *table = aligned_alloc(64, (cpixels_columns_bytes(job->width) + 63) & ~(size_t)63);
    fill(job, job->width);
    cpixels_scale_columns(job->target, source,
                          cpixels_prepare_columns(table, positions, job->width, count, job->level));
    free(table);
    if (job->level != CPIXELS_PLAIN) return;
    for (size_t i = 0; i < job->width; i++) {
        const size_t column = positions[i] >> 8, other = column + 1 < count ? column + 1 : column;
        const int share = positions[i] & 255;
        const int mean = (source[column] * (256 - share) + source[other] * share + 128) / 256;
        CHECK(job->target[i] == mean, "column %zu of %zu, %g each", i, job->width, step);
    }
}

/// Whether a pixel is the definition's, within half and what the fixed point adds.
static int is_near(const uint8_t *pixel, const struct cpixels_matrix *matrix, uint8_t luma,
                   double u, double v) {
    // The bias holds half of the last bit.
    const double light = (luma * matrix->luma / 256.0 + matrix->bias - 32) / 64;
    const double blue = (u - 128) / 8192, red = (v - 128) / 8192;
    const double channels[] = {
        light + matrix->blue_u * blue,
        light + matrix->green_u * blue + matrix->green_v * red,
        light + matrix->red_v * red,
    };
    for (int i = 0; i < 3; i++) {
        if (fabs(fmin(fmax(channels[i], 0), 255) - pixel[i]) > 0.56) return 0;
    }
    return pixel[3] == 255;
}

static double near_and_far(const uint8_t *near, const uint8_t *far, size_t i) {
    return (3.0 * near[i] + far[i]) / 4;
}

static void shade(struct job *job) {
    const struct cpixels_matrix *matrix = matrices + job->variant;
    const size_t count = (job->width + 1) / 2;
    const uint8_t *luma = samples(job->width);
    const struct cpixels_color near = {samples(count), samples(count)};
    const struct cpixels_color far = {samples(count), samples(count)};
    const struct cpixels_tints tints = {
        (int16_t *)(void *)row(2 * count + 4) + 1,
        (int16_t *)(void *)row(2 * count + 4) + 1,
        (int16_t *)(void *)row(2 * count + 4) + 1,
    };
    fill(job, 4 * job->width);
    cpixels_kernels(job->level)->tint(&tints, near, far, count, matrix);
    cpixels_kernels(job->level)->shade(job->target, luma, &tints, job->width, matrix);
    if (job->level != CPIXELS_PLAIN) return;
    for (size_t x = 0; x < job->width; x++) {
        const size_t own = x / 2;
        const size_t side = x % 2 ? (own + 1 < count ? own + 1 : own) : (own > 0 ? own - 1 : own);
        const double u = 3 * near_and_far(near.u, far.u, own) + near_and_far(near.u, far.u, side);
        const double v = 3 * near_and_far(near.v, far.v, own) + near_and_far(near.v, far.v, side);
        CHECK(is_near(job->target + 4 * x, matrix, luma[x], u / 4, v / 4),
              "shaded pixel %zu of %zu", x, job->width);
    }
}

static void convert(struct job *job) {
    const struct cpixels_matrix *matrix = matrices + job->variant;
    const uint8_t *luma = samples(job->width);
    const struct cpixels_color color = {samples(job->width), samples(job->width)};
    fill(job, 4 * job->width);
    cpixels_kernels(job->level)->convert(job->target, luma, color, job->width, matrix);
    if (job->level != CPIXELS_PLAIN) return;
    for (size_t x = 0; x < job->width; x++) {
        CHECK(is_near(job->target + 4 * x, matrix, luma[x], color.u[x], color.v[x]),
              "converted pixel %zu of %zu", x, job->width);
    }
}

static void merge(struct job *job) {
    const uint8_t *blue = samples(job->width), *green = samples(job->width);
    const uint8_t *red = samples(job->width);
    fill(job, 4 * job->width);
    cpixels_kernels(job->level)->merge(job->target, blue, green, red, job->width);
    if (job->level != CPIXELS_PLAIN) return;
    for (size_t x = 0; x < job->width; x++) {
        const uint8_t pixel[] = {blue[x], green[x], red[x], 255};
        CHECK(memcmp(job->target + 4 * x, pixel, 4) == 0, "merged pixel %zu of %zu", x, job->width);
    }
}

static void split(struct job *job) {
    const uint8_t *source = samples(2 * job->width);
    uint8_t *odd = row(job->width);
    fill(job, job->width);
    cpixels_kernels(job->level)->split(job->target, odd, source, job->width);
    for (size_t i = 0; i < job->width; i++) {
        CHECK(job->target[i] == source[2 * i] && odd[i] == source[2 * i + 1],
              "pair %zu of %zu at level %d", i, job->width, job->level);
    }
}

static void narrow(struct job *job) {
    const uint8_t *source = samples(2 * job->width);
    fill(job, job->width);
    cpixels_kernels(job->level)->narrow(job->target, source, job->width);
    if (job->level != CPIXELS_PLAIN) return;
    for (size_t i = 0; i < job->width; i++) {
        const int cut = (source[2 * i] + 256 * source[2 * i + 1]) / 4;
        CHECK(job->target[i] == (cut < 255 ? cut : 255), "sample %zu of %zu", i, job->width);
    }
}

/// Columns and rows as powers of two; the last ones are beyond what vectors take.
static const struct cpixels_box boxes[] = {
    {0, 1}, {1, 0}, {1, 1}, {2, 1}, {2, 2}, {0, 3}, {3, 3}, {2, 4}, {4, 1}, {5, 2}, {6, 0}, {1, 8},
};

static void average(struct job *job) {
    const struct cpixels_box box = boxes[job->variant];
    const size_t across = (size_t)1 << box.columns, down = (size_t)1 << box.rows;
    const size_t stride = job->width * across;
    if (stride * down > ROW_BYTES) return fill(job, 0);
    const uint8_t *source = samples(stride * down);
    fill(job, job->width);
    cpixels_kernels(job->level)->average(job->target, source, stride, box, job->width);
    if (job->level != CPIXELS_PLAIN) return;
    for (size_t i = 0; i < job->width; i++) {
        double sum = 0;
        for (size_t y = 0; y < down; y++) {
            for (size_t x = 0; x < across; x++) sum += source[y * stride + i * across + x];
        }
        CHECK(job->target[i] == floor(sum / (double)(across * down) + 0.5),
              "mean %zu of %zu of %zux%zu", i, job->width, across, down);
    }
}

static const struct {
    const char *name;
    void (*run)(struct job *job);
    int variants;
} kernels[] = {
    {"mix_rows", mix, 5},
    {"lay", lay, 1},
    {"scale_columns", columns, 8},
    {"shade", shade, 2},
    {"convert", convert, 2},
    {"merge", merge, 1},
    {"split", split, 1},
    {"narrow", narrow, 1},
    {"average", average, sizeof boxes / sizeof *boxes},
};

/// Every width up to more than one step of the widest registers, and some beyond.
static size_t width_after(size_t width) {
    static const size_t beyond[] = {191, 255, 256, 257, 480, 1279, 1921, 0};
    if (width < 130) return width + 1;
    for (const size_t *next = beyond; *next != 0; next++) {
        if (*next > width) return *next;
    }
    return 0;
}

static void run(struct job *job, size_t kernel) {
    random_state = job->width * 1000 + (size_t)job->variant;
    rows_used = 0;
    kernels[kernel].run(job);
}

static void check_kernels(enum cpixels_level level) {
    static uint8_t expected[ROW_BYTES];
    for (size_t kernel = 0; kernel < sizeof kernels / sizeof *kernels; kernel++) {
        for (size_t width = 1; width != 0; width = width_after(width)) {
            for (int variant = 0; variant < kernels[kernel].variants; variant++) {
                struct job plain = {CPIXELS_PLAIN, width, variant, 0, NULL};
                run(&plain, kernel);
                if (level == CPIXELS_PLAIN) continue;
                memcpy(expected, plain.target, plain.bytes);
                struct job job = {level, width, variant, 0, NULL};
                run(&job, kernel);
                CHECK(job.bytes == plain.bytes && memcmp(job.target, expected, job.bytes) == 0,
                      "%s of %zu, variant %d, is not as in plain C", kernels[kernel].name, width,
                      variant);
            }
        }
    }
}

static void check_turn(size_t width, size_t height, size_t sample, int turn) {
    rows_used = 0;
    const size_t bytes = width * height * sample, across = turn % 2 ? height : width;
    const uint8_t *source = samples(bytes);
    uint8_t *target = row(bytes);
    cpixels_turn(target, across * sample, source, width * sample, width, height, sample, turn);
    for (size_t y = 0; y < height; y++) {
        for (size_t x = 0; x < width; x++) {
            const size_t column[] = {x, height - 1 - y, width - 1 - x, y};
            const size_t line[] = {y, x, height - 1 - y, width - 1 - x};
            const uint8_t *to = target + (line[turn] * across + column[turn]) * sample;
            CHECK(memcmp(to, source + (y * width + x) * sample, sample) == 0,
                  "turn %d of %zux%zu, %zu bytes each", turn, width, height, sample);
        }
    }
}

static void check_turns(size_t sample) {
    for (size_t width = 1; width < 40; width += 1 + width / 9) {
        for (size_t height = 1; height < 90; height += 1 + height / 9) {
            for (int turn = CPIXELS_UPRIGHT; turn <= CPIXELS_COUNTERCLOCKWISE; turn++) {
                check_turn(width, height, sample, turn);
            }
        }
    }
}

int main(void) {
    map_rows();
    for (enum cpixels_level level = CPIXELS_PLAIN; level <= CPIXELS_512; level++) {
        const char *name = cpixels_name(level);
        if (*name == 0) continue;
        if (!cpixels_has(level)) {
            printf("skipped  %-8s this processor has none\n", name);
            continue;
        }
        const int before = failures;
        rows_checked = 0;
        for (fence = BEFORE; fence <= BEHIND; fence++) {
            check_kernels(level);
            if (level != CPIXELS_PLAIN) continue;
            check_turns(1);
            check_turns(4);
        }
        const char *result = failures > before ? "FAILED" : "passed";
        printf("%-8s %-8s %8d checks\n", result, name, rows_checked);
    }
    return failures > 0;
}
