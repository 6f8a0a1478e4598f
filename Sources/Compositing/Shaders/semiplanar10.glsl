// P010: Y in texels of one word, UV in texels of two.

uniform sampler2D first;
uniform sampler2D second;
uniform vec2 firstSize;           // in texels
uniform vec2 secondSize;

INTERPOLATED(interpolated, word)
INTERPOLATED(interpolatedPair, words)

vec3 sampled(vec2 at, vec2 colorAt) {
    return vec3(
        interpolated(first, firstSize, at).x,
        interpolatedPair(second, secondSize, colorAt));
}
