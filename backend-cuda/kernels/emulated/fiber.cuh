// Fibers: stacks that one operating system thread runs in turn. A switch takes a dozen instructions; it saves the
// registers that the calling convention tells a function to keep.

#include <stdlib.h>
#include <sys/mman.h>

#ifdef __SANITIZE_ADDRESS__
#define EMULATED_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define EMULATED_ASAN 1
#endif
#endif
#ifdef EMULATED_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace emulated {
// Saves the caller's registers on its stack, stores the stack pointer in `*from`, and resumes the stack `to`.
extern "C" void onrush_switch(void** from, void* to) __asm__("onrush_switch_stack");

#if defined(__x86_64__)
__asm__(
    ".text\n"
    ".p2align 4\n"
    "onrush_switch_stack:\n"
    "  pushq %rbp\n  pushq %rbx\n  pushq %r12\n  pushq %r13\n  pushq %r14\n  pushq %r15\n"
    "  movq %rsp, (%rdi)\n"
    "  movq %rsi, %rsp\n"
    "  popq %r15\n  popq %r14\n  popq %r13\n  popq %r12\n  popq %rbx\n  popq %rbp\n"
    "  ret\n");
// The words that the first switch to a fiber pops, from the lowest: six registers and the return address. A function
// starts with its stack pointer 8 below a multiple of 16.
constexpr u32 FRAME = 8, FRAME_RETURN = 6;
#elif defined(__aarch64__)
__asm__(
    ".text\n"
    ".p2align 4\n"
    "onrush_switch_stack:\n"
    "  sub sp, sp, #160\n"
    "  stp x19, x20, [sp, #0]\n  stp x21, x22, [sp, #16]\n  stp x23, x24, [sp, #32]\n  stp x25, x26, [sp, #48]\n"
    "  stp x27, x28, [sp, #64]\n  stp x29, x30, [sp, #80]\n"
    "  stp d8, d9, [sp, #96]\n  stp d10, d11, [sp, #112]\n  stp d12, d13, [sp, #128]\n  stp d14, d15, [sp, #144]\n"
    "  mov x9, sp\n"
    "  str x9, [x0]\n"
    "  mov sp, x1\n"
    "  ldp x19, x20, [sp, #0]\n  ldp x21, x22, [sp, #16]\n  ldp x23, x24, [sp, #32]\n  ldp x25, x26, [sp, #48]\n"
    "  ldp x27, x28, [sp, #64]\n  ldp x29, x30, [sp, #80]\n"
    "  ldp d8, d9, [sp, #96]\n  ldp d10, d11, [sp, #112]\n  ldp d12, d13, [sp, #128]\n  ldp d14, d15, [sp, #144]\n"
    "  add sp, sp, #160\n"
    "  ret\n");
constexpr u32 FRAME = 20, FRAME_RETURN = 11;
#else
#error "the emulated device knows x86-64 and aarch64 only"
#endif

#ifdef EMULATED_ASAN
constexpr u64 STACK = 512 << 10;
#else
constexpr u64 STACK = 128 << 10;
#endif
// Protected bytes lie below each stack, so that an overflow faults instead of corrupting the neighbour.
constexpr u64 GUARD = 64 << 10;

// Stacks outlive a launch, and the library of its program: mapping thousands of them takes longer than most kernels
// run.
struct Stacks {
  u64 bytes;
  u64 count;
  u8* base;
};

inline void release_stacks(void** kept) {
  Stacks* stacks = static_cast<Stacks*>(*kept);
  if (stacks == nullptr) return;
  munmap(stacks->base, stacks->bytes);
  free(stacks);
  *kept = nullptr;
}

// Provides at least `count` stacks, or null.
inline Stacks* keep_stacks(void** kept, u64 count) {
  Stacks* stacks = static_cast<Stacks*>(*kept);
  if (stacks != nullptr && stacks->count >= count) return stacks;
  release_stacks(kept);
  u64 bytes = count * (STACK + GUARD);
  void* base = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (base == MAP_FAILED) return nullptr;
  stacks = static_cast<Stacks*>(malloc(sizeof(Stacks)));
  if (stacks == nullptr) {
    munmap(base, bytes);
    return nullptr;
  }
  *stacks = {bytes, count, static_cast<u8*>(base)};
  for (u64 i = 0; i < count; i += 1) mprotect(stacks->base + i * (STACK + GUARD), GUARD, PROT_NONE);
  *kept = stacks;
  return stacks;
}

// Prepares a context that starts `main`, which never returns, on a stack.
inline void prepare(Context* context, Stacks* stacks, u64 number, void (*main)()) {
  u8* bottom = stacks->base + number * (STACK + GUARD) + GUARD;
#ifdef EMULATED_ASAN
  // The last fiber on this stack didn't return from its functions, and left their variables poisoned.
  __asan_unpoison_memory_region(bottom, STACK);
#endif
  void** frame = reinterpret_cast<void**>(bottom + STACK) - FRAME;
  for (u32 i = 0; i < FRAME; i += 1) frame[i] = nullptr;
  frame[FRAME_RETURN] = reinterpret_cast<void*>(main);
  *context = {frame, nullptr, bottom, STACK};
}

// Tells AddressSanitizer that `arrived` runs now, and comes from `from`, whose stack it may not know yet.
inline void arrive(Context* arrived, Context* from) {
#ifdef EMULATED_ASAN
  __sanitizer_finish_switch_fiber(arrived->fake, &from->bottom, &from->size);
#else
  (void)arrived, (void)from;
#endif
}

// Switches from one context to another; `last` if the first will not run again.
inline void go(Context* from, Context* to, bool last = false) {
#ifdef EMULATED_ASAN
  __sanitizer_start_switch_fiber(last ? nullptr : &from->fake, to->bottom, to->size);
#else
  (void)last;
#endif
  onrush_switch(&from->pointer, to->pointer);
  arrive(from, to);
}
}  // namespace emulated
