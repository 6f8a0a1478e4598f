// Places rectangles of the output; row 0 of the output is row 0 of memory.

attribute vec2 place;             // in output pixels

uniform vec2 outputSize;
uniform mat3 pictureFromOutput;   // output pixels to picture coordinates, 0…1
uniform vec2 colorScale;          // below 1 where colour covers more than the picture

varying vec2 position;            // in output pixels
varying vec2 at;                  // in the picture
varying vec2 colorAt;             // in its textures of colour

void main() {
    position = place;
    at = (pictureFromOutput * vec3(place, 1.0)).xy;
    colorAt = at * colorScale;
    gl_Position = vec4(2.0 * place / outputSize - 1.0, 0.0, 1.0);
}
