// A stand-in for CUDA's driver, for tests of the code that calls it: device memory is the host's, and what is queued on a
// stream is done as late as may be, when somebody waits for it. A launch runs no kernel; it fails as the first parameter behind the word says.
// What belongs to one context is refused in every other.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <vector>

typedef unsigned long long ptr;
namespace {
std::mutex lock;
constexpr int DEVICES = 4;
int contexts[DEVICES];
thread_local void* current = nullptr;
struct Stream {
  void* context;
  std::deque<std::function<void()>> queued;
  uint64_t done = 0, submitted = 0;
  bool capturing = false;
};
std::set<Stream*> streams;
struct Block { size_t bytes; void* context; };
std::map<void*, Block> live;
// Of each context those that can read its memory, beside itself.
std::set<std::pair<void*, void*>> opened;
// Bytes in use, of each context.
std::map<void*, size_t> used;
constexpr size_t MEMORY = size_t(64) << 20;
constexpr int INVALID = 1, OUT_OF_MEMORY = 2, NO_DEVICE = 100, NO_CONTEXT = 201, NOT_FOUND = 500, CAPTURED = 907, WRONG_CONTEXT = 400;

// What a stream comes to before `end`, and what that waits for; nothing else.
void run_to(Stream* stream, uint64_t end) {
  while (streams.count(stream) != 0 && stream->done < end) {
    auto work = std::move(stream->queued.front());
    stream->queued.pop_front();
    stream->done += 1;
    work();
  }
}
int submit(void* to, std::function<void()> work) {
  if (current == nullptr) return NO_CONTEXT;
  std::lock_guard<std::mutex> guard(lock);
  auto stream = static_cast<Stream*>(to);
  if (streams.count(stream) == 0) return INVALID;
  if (stream->context != current) return WRONG_CONTEXT;
  stream->queued.push_back(std::move(work));
  stream->submitted += 1;
  return 0;
}
struct Module { void* context; uint64_t trap; uint64_t* records; };
struct Event { void* context; Stream* stream; uint64_t at; unsigned flags; bool captured = false; };
// Whether a range that lies in device memory lies in the current context's.
bool here(ptr at) {
  std::lock_guard<std::mutex> guard(lock);
  auto block = live.upper_bound(reinterpret_cast<void*>(at));
  if (block == live.begin()) return true;
  --block;
  return at >= ptr(block->first) + block->second.bytes || block->second.context == current || opened.count({block->second.context, current}) != 0;
}
}  // namespace

extern "C" {
// What a test says of the machine, or else this.
static int says(const char* name, int otherwise) {
  const char* value = getenv(name);
  return value == nullptr ? otherwise : atoi(value);
}
int cuInit(unsigned) { return says("FAKE_COUNT", 1) == 0 ? NO_DEVICE : 0; }
int cuDriverGetVersion(int* v) { *v = says("FAKE_VERSION", 13000); return 0; }
// NVRTC asks the driver for its compilation cache, and does without one.
int cuGetExportTable(const void** table, const void*) { *table = nullptr; return NOT_FOUND; }
int cuDeviceGetCount(int* n) { *n = says("FAKE_COUNT", 1); return 0; }
int cuDeviceGet(int* d, int i) { *d = i; return 0; }
int cuDeviceGetName(char* name, int n, int) { strncpy(name, "fake", size_t(n)); return 0; }
int cuDeviceGetAttribute(int* v, int which, int) { *v = which == 75 ? says("FAKE_MAJOR", 9) : which == 16 ? 132 : which == 115; return 0; }
int cuDevicePrimaryCtxRetain(void** c, int d) { *c = &contexts[d]; return 0; }
int cuDevicePrimaryCtxRelease_v2(int) { return 0; }
int cuCtxGetCurrent(void** c) { *c = current; return 0; }
int cuCtxSetCurrent(void* c) { current = c; return 0; }
int cuCtxSynchronize() {
  std::lock_guard<std::mutex> guard(lock);
  for (Stream* stream : streams) {
    if (stream->context == current) run_to(stream, stream->submitted);
  }
  return 0;
}
int cuGetErrorName(int, const char** s) { *s = "CUDA_ERROR_FAKE"; return 0; }
int cuGetErrorString(int, const char** s) { *s = "fake"; return 0; }
int cuStreamCreate(void** s, unsigned) {
  std::lock_guard<std::mutex> guard(lock);
  *s = *streams.insert(new Stream{current}).first;
  return current == nullptr ? NO_CONTEXT : 0;
}
int cuStreamSynchronize(void* s) {
  std::lock_guard<std::mutex> guard(lock);
  auto stream = static_cast<Stream*>(s);
  run_to(stream, stream->submitted);
  return 0;
}
// Events may still name it, so its memory stays.
int cuStreamDestroy_v2(void* s) {
  cuStreamSynchronize(s);
  std::lock_guard<std::mutex> guard(lock);
  streams.erase(static_cast<Stream*>(s));
  return 0;
}
int cuStreamGetCtx(void* s, void** c) {
  std::lock_guard<std::mutex> guard(lock);
  auto stream = static_cast<Stream*>(s);
  if (streams.count(stream) == 0) return INVALID;
  *c = stream->context;
  return 0;
}
int cuStreamIsCapturing(void* s, int* status) {
  std::lock_guard<std::mutex> guard(lock);
  auto stream = static_cast<Stream*>(s);
  if (streams.count(stream) == 0) return INVALID;
  *status = stream->capturing;
  return 0;
}
int cuStreamBeginCapture_v2(void* s, int) { static_cast<Stream*>(s)->capturing = true; return 0; }
int cuStreamEndCapture(void* s, void**) { static_cast<Stream*>(s)->capturing = false; return 0; }
// Of memory that isn't the device's, all is zero but the number of the device.
int cuPointerGetAttributes(unsigned n, const int* which, void** values, ptr at) {
  std::lock_guard<std::mutex> guard(lock);
  auto block = live.upper_bound(reinterpret_cast<void*>(at));
  bool known = block != live.begin() && at < ptr((--block)->first) + block->second.bytes;
  for (unsigned i = 0; i < n; ++i) {
    int value = !known ? which[i] == 9 ? -2 : 0 : which[i] == 2 ? 2 : which[i] == 9 ? int(static_cast<int*>(block->second.context) - contexts) : 0;
    memcpy(values[i], &value, 4);
  }
  return 0;
}
// A pool is its device's context. Pinned memory, of a device: type, handles, location.
int cuMemPoolCreate(void** p, const void* props) {
  auto says = static_cast<const int*>(props);
  if (says[0] != 1 || says[2] != 1 || says[3] < 0 || says[3] >= DEVICES) return INVALID;
  *p = &contexts[says[3]];
  return 0;
}
int cuMemPoolSetAttribute(void*, int which, void* v) { return which == 4 && *static_cast<uint64_t*>(v) == UINT64_MAX ? 0 : INVALID; }
// The devices with links are 0 and 1.
int cuDeviceCanAccessPeer(int* can, int from, int to) { *can = from != to && from < 2 && to < 2; return 0; }
int cuMemPoolSetAccess(void* pool, const void* access, size_t n) {
  auto says = static_cast<const int*>(access);
  if (n != 1 || says[0] != 1 || says[1] < 0 || says[1] >= 2 || says[2] != 3 || (pool != &contexts[0] && pool != &contexts[1])) return INVALID;
  std::lock_guard<std::mutex> guard(lock);
  opened.insert({pool, &contexts[says[1]]});
  return 0;
}
int cuMemPoolTrimTo(void*, size_t) { return 0; }
int cuMemAllocFromPoolAsync(ptr* p, size_t bytes, void* pool, void* s) {
  if (current == nullptr) return NO_CONTEXT;
  if (pool != current || static_cast<Stream*>(s)->context != current) return WRONG_CONTEXT;
  std::lock_guard<std::mutex> guard(lock);
  if (bytes > MEMORY || used[current] + bytes > MEMORY) return OUT_OF_MEMORY;
  void* at = nullptr;
  if (posix_memalign(&at, 256, bytes) != 0) return OUT_OF_MEMORY;
  memset(at, 0xa5, bytes);
  live[at] = {bytes, current};
  used[current] += bytes;
  *p = ptr(at);
  return 0;
}
int cuMemAllocAsync(ptr* p, size_t bytes, void* s) { return cuMemAllocFromPoolAsync(p, bytes, current, s); }
int cuMemFreeAsync(ptr p, void* s) {
  if (!here(p)) abort();
  // Memory that is freed is in use until the work before is done: only waiting makes room.
  return submit(s, [p] {
    void* at = reinterpret_cast<void*>(p);
    if (live.count(at) == 0) abort();
    used[live[at].context] -= live[at].bytes;
    memset(at, 0x5a, live[at].bytes);
    live.erase(at);
    free(at);
  });
}
int cuMemHostAlloc(void** p, size_t bytes, unsigned flags) {
  *p = malloc(bytes);
  return current == nullptr ? NO_CONTEXT : flags == 3 ? 0 : INVALID;
}
int cuMemFreeHost(void* p) { free(p); return 0; }
// Whether the copy is the one that a test has refused.
static bool refused() {
  static std::atomic<int> left = says("FAKE_COPIES", -1);
  return left-- == 0;
}
int cuMemcpyHtoDAsync_v2(ptr to, const void* from, size_t n, void* s) {
  if (refused()) return INVALID;
  if (!here(to)) return WRONG_CONTEXT;
  return submit(s, [=] { memcpy(reinterpret_cast<void*>(to), from, n); });
}
int cuMemcpyDtoHAsync_v2(void* to, ptr from, size_t n, void* s) {
  if (refused()) return INVALID;
  if (!here(from)) return WRONG_CONTEXT;
  return submit(s, [=] { memcpy(to, reinterpret_cast<void*>(from), n); });
}
int cuMemcpyAsync(ptr to, ptr from, size_t n, void* s) {
  if (!here(to) || !here(from)) return WRONG_CONTEXT;
  return submit(s, [=] { memcpy(reinterpret_cast<void*>(to), reinterpret_cast<void*>(from), n); });
}
int cuMemcpyDtoDAsync_v2(ptr to, ptr from, size_t n, void* s) { return cuMemcpyAsync(to, from, n, s); }
int cuMemcpyHtoD_v2(ptr to, const void* from, size_t n) {
  memcpy(reinterpret_cast<void*>(to), from, n);
  return 0;
}
int cuMemcpyDtoH_v2(void* to, ptr from, size_t n) {
  memcpy(to, reinterpret_cast<void*>(from), n);
  return 0;
}
int cuMemsetD8Async(ptr to, unsigned char v, size_t n, void* s) {
  if (!here(to)) return WRONG_CONTEXT;
  return submit(s, [=] { memset(reinterpret_cast<void*>(to), v, n); });
}
int cuEventCreate(void** e, unsigned flags) { *e = new Event{current, nullptr, 0, flags}; return current == nullptr ? NO_CONTEXT : 0; }
int cuEventDestroy_v2(void* e) { delete static_cast<Event*>(e); return 0; }
int cuEventRecord(void* e, void* s) {
  std::lock_guard<std::mutex> guard(lock);
  auto stream = static_cast<Stream*>(s);
  auto event = static_cast<Event*>(e);
  if (stream->context != event->context) return WRONG_CONTEXT;
  *event = {event->context, stream, stream->submitted, event->flags, stream->capturing};
  return 0;
}
int cuEventQuery(void* e) {
  std::lock_guard<std::mutex> guard(lock);
  Event event = *static_cast<Event*>(e);
  if (event.captured) return CAPTURED;
  return event.stream == nullptr || event.stream->done >= event.at ? 0 : 600;
}
int cuEventSynchronize(void* e) {
  std::lock_guard<std::mutex> guard(lock);
  Event event = *static_cast<Event*>(e);
  run_to(event.stream, event.at);
  return 0;
}
// Each piece of work takes a millisecond. Both events must be made with a time, and have passed.
int cuEventElapsedTime(float* milliseconds, void* from, void* to) {
  std::lock_guard<std::mutex> guard(lock);
  Event start = *static_cast<Event*>(from), end = *static_cast<Event*>(to);
  if (start.flags != 0 || end.flags != 0 || start.context != current || end.context != current) return WRONG_CONTEXT;
  if (start.stream->done < start.at || end.stream->done < end.at) return 600;
  *milliseconds = float(end.at) - float(start.at);
  return 0;
}
int cuStreamWaitEvent(void* s, void* e, unsigned) {
  Event event = *static_cast<Event*>(e);
  return submit(s, [=] { run_to(event.stream, event.at); });
}
int cuModuleLoadData(void** m, const void*) {
  static int refusals = says("FAKE_REFUSALS", 0);
  if (refusals > 0) {
    refusals -= 1;
    return INVALID;
  }
  *m = new Module{current, 0, nullptr};
  return current == nullptr ? NO_CONTEXT : 0;
}
int cuModuleUnload(void* m) { delete static_cast<Module*>(m); return 0; }
int cuModuleGetFunction(void** f, void* m, const char* name) { *f = m; return strcmp(name, "entry") == 0 ? 0 : NOT_FOUND; }
int cuModuleGetGlobal_v2(ptr* p, size_t* n, void* m, const char* name) {
  static uint64_t shared = 100 << 10;
  auto module = static_cast<Module*>(m);
  *p = strcmp(name, "onrush_records") == 0 ? ptr(&module->records) : ptr(&shared);
  *n = 8;
  return 0;
}
int cuFuncSetAttribute(void*, int which, int bytes) { return which == 8 && bytes == 100 << 10 ? 0 : INVALID; }
int cuLaunchKernel(void* f, unsigned blocks, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned shared, void* s,
                   void** params, void** extra) {
  if (params != nullptr || uint64_t(extra[0]) != 1 || uint64_t(extra[2]) != 2 || extra[4] != nullptr) return INVALID;
  if (*static_cast<size_t*>(extra[3]) != 48 || shared != 100 << 10 || blocks == 0) return INVALID;
  if (static_cast<Module*>(f)->context != current) return WRONG_CONTEXT;
  uint64_t call = static_cast<uint64_t*>(extra[1])[0], what = static_cast<uint64_t*>(extra[1])[2];
  auto module = static_cast<Module*>(f);
  return submit(s, [=] {
    // As the prelude's `report_trap`.
    if ((what != 11 && what != 12) || module->trap >= call) return;
    module->trap = call;
    uint64_t* record = module->records + (call >> 8 & 0xfff) * 4;
    if (record[0] != 0) return;
    if (what == 12) record[1] = 8, record[2] = 9, record[3] = 7;
    record[0] = (call & 0xff) << 32 | (what == 11 ? 1 : 0x80000001);
  });
}
// Graphs: lists of nodes, each behind the one before it. A launch queues them one by one.
struct KernelNode { void* f; unsigned grid[3], block[3], shared; void** params; void** extra; };
struct MemsetNode { ptr to; size_t pitch; unsigned value, element; size_t width, height; };
struct Node { KernelNode kernel; std::vector<char> params; MemsetNode memset; };
struct Graph { std::deque<Node*> nodes; };
static bool packed(const KernelNode* node, std::vector<char>& to) {
  void** extra = node->extra;
  if (node->params != nullptr || uint64_t(extra[0]) != 1 || uint64_t(extra[2]) != 2 || extra[4] != nullptr) return false;
  auto from = static_cast<char*>(extra[1]);
  to.assign(from, from + *static_cast<size_t*>(extra[3]));
  return true;
}
static int add(Graph* graph, void** const* before, size_t count, void** to, Node* node) {
  bool last = count == 1 && !graph->nodes.empty() && *reinterpret_cast<void* const*>(before) == graph->nodes.back();
  if (!(last || (count == 0 && graph->nodes.empty()))) return INVALID;
  graph->nodes.push_back(node);
  *to = node;
  return 0;
}
int cuGraphCreate(void** g, unsigned flags) { *g = new Graph; return current == nullptr ? NO_CONTEXT : flags == 0 ? 0 : INVALID; }
int cuGraphAddKernelNode(void** n, void* g, void** const* before, size_t count, const KernelNode* params) {
  auto node = new Node{*params, {}, {}};
  if (!packed(params, node->params)) return INVALID;
  return add(static_cast<Graph*>(g), before, count, n, node);
}
int cuGraphAddMemsetNode(void** n, void* g, void** const* before, size_t count, const MemsetNode* params, void* context) {
  if (context != current || params->element != 1 || params->height != 1 || !here(params->to)) return INVALID;
  return add(static_cast<Graph*>(g), before, count, n, new Node{{}, {}, *params});
}
int cuGraphInstantiateWithFlags(void** e, void* g, unsigned long long flags) {
  *e = new Graph(*static_cast<Graph*>(g));
  return flags == 0 ? 0 : INVALID;
}
// The node is its graph's and, here, the executable graph's, too.
int cuGraphExecKernelNodeSetParams(void* e, void* n, const KernelNode* params) {
  auto& nodes = static_cast<Graph*>(e)->nodes;
  auto node = static_cast<Node*>(n);
  if (std::find(nodes.begin(), nodes.end(), node) == nodes.end() || node->kernel.f != params->f) return INVALID;
  size_t size = node->params.size();
  return packed(params, node->params) && node->params.size() == size ? 0 : INVALID;
}
int cuGraphLaunch(void* e, void* s) {
  for (Node* node : static_cast<Graph*>(e)->nodes) {
    const KernelNode& kernel = node->kernel;
    size_t size = node->params.size();
    void* extra[5] = {(void*)1, node->params.data(), (void*)2, &size, nullptr};
    int result = kernel.f == nullptr
                     ? cuMemsetD8Async(node->memset.to, (unsigned char)node->memset.value, node->memset.width, s)
                     : cuLaunchKernel(kernel.f, kernel.grid[0], 1, 1, kernel.block[0], 1, 1, kernel.shared, s, nullptr, extra);
    if (result != 0) return result;
  }
  return 0;
}
int cuGraphExecDestroy(void* e) { delete static_cast<Graph*>(e); return 0; }
int cuGraphDestroy(void* g) {
  for (Node* node : static_cast<Graph*>(g)->nodes) delete node;
  delete static_cast<Graph*>(g);
  return 0;
}
}
