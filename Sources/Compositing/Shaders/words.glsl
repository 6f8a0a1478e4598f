// Samples of 16-bit words in two bytes, the low one first.
//
// Interpolated here and not by the sampler: many interpolate 8-bit textures in
// 8 bits, where half of one step of the high byte is 128 steps of the low one.

// A texel's words as 0…1: its first, and its second if it has four bytes.
vec2 words(vec4 texel) {
    return texel.rb * (255.0 / 65535.0) + texel.ga * (65280.0 / 65535.0);
}

vec2 word(vec4 texel) {
    return vec2(texel.r * (255.0 / 65535.0) + texel.a * (65280.0 / 65535.0), 0.0);
}

#define INTERPOLATED(name, decoded)                                              \
    vec2 name(sampler2D texels, vec2 size, vec2 at) {                            \
        vec2 place = at * size - 0.5;                                            \
        vec2 share = fract(place);                                               \
        vec2 low = (floor(place) + 0.5) / size;                                  \
        vec2 high = low + 1.0 / size;                                            \
        vec2 top = mix(decoded(texture2D(texels, low)),                          \
            decoded(texture2D(texels, vec2(high.x, low.y))), share.x);           \
        vec2 bottom = mix(decoded(texture2D(texels, vec2(low.x, high.y))),       \
            decoded(texture2D(texels, high)), share.x);                          \
        return mix(top, bottom, share.y);                                        \
    }
