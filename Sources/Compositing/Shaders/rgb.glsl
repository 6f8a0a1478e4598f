// Three bytes of colour and one unused; their order is the matrix's concern.

uniform sampler2D first;

vec3 sampled(vec2 at, vec2 colorAt) {
    return texture2D(first, at).rgb;
}
