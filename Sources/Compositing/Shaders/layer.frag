// One layer: the picture's components to RGB; for a window also its border,
// rounded corners and opacity.
//
// Before this text come SIDE, the number of samples averaged each way (a
// picture shrunk to less than half would shimmer with one), PLAIN, WINDOW where
// the layer is one or OSD where it is finished, `rgbFromSample`, a constant
// matrix whose columns are the three components and what is added once, and
// `sampled` for the format.

varying vec2 at;
varying vec2 colorAt;

#if SIDE == 1
vec3 averaged() {
    return sampled(at, colorAt);
}
#else
uniform vec2 spacing;             // between averaged samples, in the picture
uniform vec2 colorSpacing;        // and in its textures of colour

vec3 averaged() {
    vec3 sum = vec3(0.0);
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            vec2 steps = vec2(float(x), float(y)) - 0.5 * float(SIDE - 1);
            sum += sampled(at + steps * spacing, colorAt + steps * colorSpacing);
        }
    }
    return sum / float(SIDE * SIDE);
}
#endif

#ifdef WINDOW
uniform vec4 picture;             // left, top, right, bottom in output pixels
uniform vec4 bounds;              // centre, half of width and height
uniform vec3 shape;               // outer radius, border width, opacity
uniform vec3 borderColor;

varying vec2 position;

// How much of the pixel lies inside the window's outline moved in by `inset`.
float coverage(float inset) {
    float radius = max(shape.x - inset, 0.0);
    vec2 from = abs(position - bounds.xy) - (bounds.zw - inset) + radius;
    float distance = length(max(from, 0.0)) + min(max(from.x, from.y), 0.0) - radius;
    return clamp(0.5 - distance, 0.0, 1.0);
}
#endif

void main() {
#ifdef OSD
    gl_FragColor = texture2D(first, at);
#else
    vec3 color = (rgbFromSample * vec4(averaged(), 1.0)).rgb;
#ifdef WINDOW
    color = clamp(color, 0.0, 1.0);
    bool isPicture = all(greaterThan(position, picture.xy)) && all(lessThan(position, picture.zw));
    color = isPicture ? color : vec3(0.0);
    if (shape.y > 0.0) {
        color = mix(borderColor, color, coverage(shape.y));
    }
    float alpha = coverage(0.0) * shape.z;
    gl_FragColor = vec4(color * alpha, alpha);
#else
    gl_FragColor = vec4(color, 1.0);
#endif
#endif
}
