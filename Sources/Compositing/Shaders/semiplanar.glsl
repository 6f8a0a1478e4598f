// Y, and UV in two-byte texels, where PAIR says.

uniform sampler2D first;
uniform sampler2D second;

vec3 sampled(vec2 at, vec2 colorAt) {
    return vec3(texture2D(first, at).r, texture2D(second, colorAt).PAIR);
}
