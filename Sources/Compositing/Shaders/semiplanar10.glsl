// P010: Y in texels of one word, UV in texels of two.

uniform sampler2D first;
uniform sampler2D second;
uniform vec2 colorScale;          // below 1 where the size is odd
uniform vec2 firstSize;           // in texels
uniform vec2 secondSize;

INTERPOLATED(interpolated, word)
INTERPOLATED(interpolatedPair, words)

vec3 sampled(vec2 at) {
    return vec3(
        interpolated(first, firstSize, at).x,
        interpolatedPair(second, secondSize, at * colorScale));
}
