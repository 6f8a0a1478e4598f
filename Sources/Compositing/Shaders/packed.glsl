// YUYV, as two textures of the same bytes: two bytes a texel, so that luma is
// interpolated from pixel to pixel, and four, so that colour is. Where the
// width is odd, both cover one pixel more than the picture.

uniform sampler2D first;
uniform sampler2D second;

vec3 sampled(vec2 at, vec2 colorAt) {
    return vec3(texture2D(first, colorAt).r, texture2D(second, colorAt).ga);
}
