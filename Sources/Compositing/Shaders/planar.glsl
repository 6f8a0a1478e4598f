// Y, U and V in three textures of one byte a texel.

uniform sampler2D first;
uniform sampler2D second;
uniform sampler2D third;

vec3 sampled(vec2 at, vec2 colorAt) {
    return vec3(
        texture2D(first, at).r, texture2D(second, colorAt).r, texture2D(third, colorAt).r);
}
