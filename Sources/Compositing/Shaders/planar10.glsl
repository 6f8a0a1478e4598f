// I010: Y, U and V in three textures of one word a texel.

uniform sampler2D first;
uniform sampler2D second;
uniform sampler2D third;
uniform vec2 firstSize;           // in texels
uniform vec2 secondSize;

INTERPOLATED(interpolated, word)

vec3 sampled(vec2 at, vec2 colorAt) {
    return vec3(
        interpolated(first, firstSize, at).x,
        interpolated(second, secondSize, colorAt).x,
        interpolated(third, secondSize, colorAt).x);
}
