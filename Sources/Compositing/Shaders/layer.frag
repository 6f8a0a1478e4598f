// One layer: the picture's components to RGB; for a window also its border,
// rounded corners and opacity.
//
// Before this text come SIDE, the number of samples averaged each way (a
// picture shrunk to less than half would shimmer with one), WINDOW where the
// layer is a window, and `sampled` for the picture's format.

uniform mat4 rgbFromSample;       // columns: the three components, constant
uniform vec2 spacing;             // between averaged samples, in the picture

varying vec2 at;

vec3 averaged() {
#if SIDE == 1
    return sampled(at);
#else
    vec3 sum = vec3(0.0);
    vec2 first = at - 0.5 * float(SIDE - 1) * spacing;
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            sum += sampled(first + vec2(float(x), float(y)) * spacing);
        }
    }
    return sum / float(SIDE * SIDE);
#endif
}

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
    vec3 color = clamp((rgbFromSample * vec4(averaged(), 1.0)).rgb, 0.0, 1.0);
#ifdef WINDOW
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
}
