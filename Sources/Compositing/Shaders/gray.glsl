// Luma alone.

uniform sampler2D first;

vec3 sampled(vec2 at, vec2 colorAt) {
    return vec3(texture2D(first, at).r, 0.0, 0.0);
}
