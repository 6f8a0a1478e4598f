// Y, U and V in three textures of one byte a texel.

uniform sampler2D first;
uniform sampler2D second;
uniform sampler2D third;
uniform vec2 colorScale;          // below 1 where the size is odd

vec3 sampled(vec2 at) {
    vec2 color = at * colorScale;
    return vec3(
        texture2D(first, at).r, texture2D(second, color).r, texture2D(third, color).r);
}
