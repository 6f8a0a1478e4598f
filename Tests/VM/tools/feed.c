// Is the camera behind a v4l2loopback device: delivers one JPEG picture again and
// again, as a camera with the format MJPG does.
//
//   feed DEVICE FILE.jpg WIDTH HEIGHT    30 a second until killed
#include <fcntl.h>
#include <linux/videodev2.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

int main(int count, char **arguments)
{
    static char picture[4 << 20];
    if (count != 5) {
        fputs("usage: feed DEVICE FILE.jpg WIDTH HEIGHT\n", stderr);
        return 64;
    }
    int file = open(arguments[2], O_RDONLY), device = open(arguments[1], O_RDWR);
    ssize_t size = file < 0 ? -1 : read(file, picture, sizeof picture);
    if (device < 0 || size <= 0) {
        perror("opening the device and the picture");
        return 2;
    }
    struct v4l2_format format = {.type = V4L2_BUF_TYPE_VIDEO_OUTPUT};
    format.fmt.pix.width = (unsigned)atoi(arguments[3]);
    format.fmt.pix.height = (unsigned)atoi(arguments[4]);
    format.fmt.pix.pixelformat = V4L2_PIX_FMT_MJPEG;
    format.fmt.pix.sizeimage = format.fmt.pix.width * format.fmt.pix.height * 2;
    format.fmt.pix.field = V4L2_FIELD_NONE;
    if (ioctl(device, VIDIOC_S_FMT, &format) != 0) {
        perror("VIDIOC_S_FMT");
        return 2;
    }
    for (;;) {
        if (write(device, picture, (size_t)size) != size) {
            perror("write");
            return 1;
        }
        usleep(33333);
    }
}
