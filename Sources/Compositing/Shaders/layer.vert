// Places one rectangle of the output; row 0 of the output is row 0 of memory.

attribute vec2 corner;            // 0 or 1 each way, from the top left

uniform vec4 rectangle;           // x, y, width, height in output pixels
uniform vec2 outputSize;
uniform mat3 pictureFromOutput;   // output pixels to picture coordinates, 0…1

varying vec2 position;            // in output pixels
varying vec2 at;                  // in the picture

void main() {
    position = rectangle.xy + corner * rectangle.zw;
    at = (pictureFromOutput * vec3(position, 1.0)).xy;
    gl_Position = vec4(2.0 * position / outputSize - 1.0, 0.0, 1.0);
}
