#pragma once

#include <spawn.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

// What glibc declares for programs with _GNU_SOURCE only.

// sync_file_range(2): the disk begins to write a range of a file.
static inline long engawa_start_writing(int file, off_t offset, off_t bytes) {
    const unsigned int write = 2;  // SYNC_FILE_RANGE_WRITE
    return syscall(SYS_sync_file_range, file, offset, bytes, write);
}

int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);

// The new process has no descriptors from `first` on (glibc 2.34).
static inline int engawa_close_from(posix_spawn_file_actions_t *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}
