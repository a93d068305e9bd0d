// Tells ThreadSanitizer what Swift's Mutex does under contention.
//
// A free Mutex is locked by an atomic operation in our own code, which ThreadSanitizer sees. Waiting for a locked one
// happens in libswiftSynchronization, which is not instrumented: everything that the mutex protects would be reported.
// Loaded before the library (LD_PRELOAD), these two functions replace its own.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))
// Synchronization._MutexHandle._lockSlow(Swift.UInt32) and ._unlockSlow().
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef SWIFT void (*lock_function)(uint32_t thread, SELF void *mutex);
typedef SWIFT void (*unlock_function)(SELF void *mutex);

// Missing in programs that are not built with it, such as the one that starts the tests.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

SWIFT void engawa_lock(uint32_t thread, SELF void *mutex) __asm__(LOCK);
SWIFT void engawa_lock(uint32_t thread, SELF void *mutex) {
  static _Atomic(lock_function) known;
  lock_function real = known;
  if (!real) known = real = (lock_function)dlsym(RTLD_NEXT, LOCK);
  real(thread, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT void engawa_unlock(SELF void *mutex) __asm__(UNLOCK);
SWIFT void engawa_unlock(SELF void *mutex) {
  static _Atomic(unlock_function) known;
  unlock_function real = known;
  if (!real) known = real = (unlock_function)dlsym(RTLD_NEXT, UNLOCK);
  if (__tsan_release) __tsan_release(mutex);
  real(mutex);
}
