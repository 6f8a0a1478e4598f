// I010: Y, U and V in three textures of one word a texel.

uniform sampler2D first;
uniform sampler2D second;
uniform sampler2D third;
uniform vec2 colorScale;          // below 1 where the size is odd
uniform vec2 firstSize;           // in texels
uniform vec2 secondSize;

INTERPOLATED(interpolated, word)

vec3 sampled(vec2 at) {
    vec2 color = at * colorScale;
    return vec3(
        interpolated(first, firstSize, at).x,
        interpolated(second, secondSize, color).x,
        interpolated(third, secondSize, color).x);
}
