// Y, and UV in two-byte texels, where PAIR says.

uniform sampler2D first;
uniform sampler2D second;
uniform vec2 colorScale;          // below 1 where the size is odd

vec3 sampled(vec2 at) {
    return vec3(texture2D(first, at).r, texture2D(second, at * colorScale).PAIR);
}
