// Takes a display away: becomes DRM master and stays it until killed.
//
//   master DEVICE    prints "master" once it is; tries for 10 s
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
#include <xf86drm.h>

int main(int count, char **arguments)
{
    if (count != 2) {
        fputs("usage: master DEVICE\n", stderr);
        return 64;
    }
    int fd = open(arguments[1], O_RDWR | O_CLOEXEC);
    if (fd < 0) {
        perror(arguments[1]);
        return 2;
    }
    for (int i = 0; i < 1000; i++) {
        if (drmSetMaster(fd) == 0) {
            puts("master");
            fflush(stdout);
            for (;;)
                pause();
        }
        usleep(10000);
    }
    perror("drmSetMaster");
    return 1;
}
