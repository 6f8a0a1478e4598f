// Compares two pictures and prints how alike they are.
//
//   psnr A B    prints e.g. "43.21 worst 12 at 100,20"; equal: "99.00 …"
//
// Each is a PPM, or a PNG: to unpack one with ffmpeg takes seconds in the emulated PC.
// Ends with 1 when their sizes differ.
#include <math.h>
#include <png.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct picture {
    unsigned width, height;
    uint8_t *rgb;
};

static struct picture load_png(const char *name)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    struct picture picture = {0};
    if (png_image_begin_read_from_file(&image, name)) {
        image.format = PNG_FORMAT_RGB;
        picture = (struct picture){image.width, image.height, malloc(PNG_IMAGE_SIZE(image))};
        png_color black = {0, 0, 0};
        if (picture.rgb && png_image_finish_read(&image, &black, picture.rgb, 0, NULL))
            return picture;
    }
    fprintf(stderr, "psnr: %s: %s\n", name, image.message);
    exit(2);
}

static struct picture load_ppm(const char *name)
{
    struct picture picture;
    FILE *file = fopen(name, "r");
    if (!file || fscanf(file, "P6 %u %u 255", &picture.width, &picture.height) != 2
        || picture.width > 16384 || picture.height > 16384) {
        fprintf(stderr, "psnr: %s is no PPM picture\n", name);
        exit(2);
    }
    fgetc(file);
    size_t size = (size_t)picture.width * picture.height * 3;
    picture.rgb = malloc(size);
    if (!picture.rgb || fread(picture.rgb, 1, size, file) != size) {
        fprintf(stderr, "psnr: %s ends early\n", name);
        exit(2);
    }
    fclose(file);
    return picture;
}

static struct picture load(const char *name)
{
    const char *ending = strrchr(name, '.');
    return ending && strcmp(ending, ".png") == 0 ? load_png(name) : load_ppm(name);
}

int main(int count, char **arguments)
{
    if (count != 3) {
        fputs("usage: psnr A B\n", stderr);
        return 64;
    }
    struct picture a = load(arguments[1]), b = load(arguments[2]);
    if (a.width != b.width || a.height != b.height) {
        printf("0 sizes %ux%u %ux%u\n", a.width, a.height, b.width, b.height);
        return 1;
    }
    size_t size = (size_t)a.width * a.height * 3, worst_at = 0;
    double sum = 0;
    int worst = 0;
    for (size_t i = 0; i < size; i++) {
        int difference = abs(a.rgb[i] - b.rgb[i]);
        sum += (double)difference * difference;
        if (difference > worst) {
            worst = difference;
            worst_at = i / 3;
        }
    }
    double error = sum / (double)size;
    printf("%.2f worst %d at %zu,%zu\n", error > 0 ? fmin(99, 10 * log10(255 * 255 / error)) : 99,
           worst, worst_at % a.width, worst_at / a.width);
    return 0;
}
