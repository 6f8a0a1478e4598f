// Counts the GEM handles that a process holds on display devices, which no file
// of the kernel tells: borrows its descriptors and asks about every handle.
//
//   handles PID    prints the number; needs root
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <xf86drm.h>

// Handles are given from 1 upwards, and the lowest free one is taken again.
enum { HIGHEST = 4096 };

static int count_handles(int fd)
{
    int count = 0;
    for (unsigned handle = 1; handle <= HIGHEST; handle++) {
        struct drm_mode_map_dumb request = {.handle = handle};
        // Imported buffers exist, but may not be mapped.
        if (drmIoctl(fd, DRM_IOCTL_MODE_MAP_DUMB, &request) == 0 || errno != ENOENT)
            count++;
    }
    return count;
}

int main(int count, char **arguments)
{
    char directory[64], path[512], target[256];
    int handles = 0, process;
    if (count != 2 || (process = (int)syscall(SYS_pidfd_open, atoi(arguments[1]), 0)) < 0) {
        fputs("usage: handles PID, of a process there is\n", stderr);
        return 64;
    }
    snprintf(directory, sizeof directory, "/proc/%d/fd", atoi(arguments[1]));
    DIR *descriptors = opendir(directory);
    for (struct dirent *entry; descriptors && (entry = readdir(descriptors));) {
        snprintf(path, sizeof path, "%s/%s", directory, entry->d_name);
        ssize_t length = readlink(path, target, sizeof target - 1);
        if (length < 0)
            continue;
        target[length] = 0;
        if (strncmp(target, "/dev/dri/card", 13) != 0)
            continue;
        int fd = (int)syscall(SYS_pidfd_getfd, process, atoi(entry->d_name), 0);
        if (fd < 0) {
            perror("pidfd_getfd");
            return 2;
        }
        handles += count_handles(fd);
        close(fd);
    }
    printf("%d\n", handles);
    return 0;
}
