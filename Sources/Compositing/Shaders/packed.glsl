// YUYV, as two textures of the same bytes: two bytes a texel, so that luma is
// interpolated from pixel to pixel, and four, so that colour is.

uniform sampler2D first;
uniform sampler2D second;
uniform vec2 colorScale;          // below 1 where the width is odd

vec3 sampled(vec2 at) {
    vec2 scaled = at * colorScale;
    return vec3(texture2D(first, scaled).r, texture2D(second, scaled).ga);
}
