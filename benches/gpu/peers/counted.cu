// The calls of benches/gpu/cases/counted.rs with CUB: half of the pairs, prefix sums, these by key, and the sum.
//
//   nvcc -O3 -std=c++17 --extended-lambda -arch=sm_90 -cudart static -o counted counted.cu && ./counted [LOG2,LOG2]
//
// It needs CCCL 3 (`pip download nvidia-cuda-cccl`, whose headers lie under nvidia/cu13/include/cccl). Each row is
// `lib,algorithm,types,n,variant,wall_us`: the median wall time of the calls and of waiting for them, measured as benches/gpu does.
// All memory is allocated beforehand. CUB's scans and reductions take their length from the host, so there are these variants:
//
// - waiting: each length comes to the host before the next call;
// - known: the lengths are known beforehand, as no program knows them; nothing is waited for;
// - known_graph: the same calls as a CUDA graph.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include <cub/cub.cuh>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/tuple.h>

#define CK(x)                                                                        \
  do {                                                                               \
    cudaError_t error_ = (x);                                                        \
    if (error_ != cudaSuccess) {                                                     \
      std::fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(error_)); \
      std::exit(1);                                                                  \
    }                                                                                \
  } while (0)

static cudaStream_t stream;

// The median wall time in microseconds.
static double time_us(const std::function<void()>& call)
{
  using clock = std::chrono::steady_clock;
  std::vector<double> times;
  double total = 0;
  for (int i = 0; i < 303 && !(times.size() >= 15 && total > 60e3); ++i) {
    CK(cudaStreamSynchronize(stream));
    auto start = clock::now();
    call();
    CK(cudaStreamSynchronize(stream));
    double us = std::chrono::duration<double, std::micro>(clock::now() - start).count();
    if (i < 3) continue;
    times.push_back(us);
    total += us;
  }
  std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
  return times[times.size() / 2];
}

static uint32_t random_word(uint64_t i, uint64_t seed)
{
  uint64_t z = (i + 1) * 0x9E3779B97F4A7C15ull + seed;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return uint32_t((z ^ (z >> 31)) >> 16);
}

struct IsLarge {
  __device__ bool operator()(const thrust::tuple<uint32_t, float>& pair) const { return thrust::get<1>(pair) > 0.5f; }
};

template <class T> static T* device(size_t n)
{
  T* p;
  CK(cudaMalloc(&p, n * sizeof(T)));
  return p;
}

// Two numbers in pinned memory, the lengths as the host reads them.
static int* lengths;

static void rows(int n)
{
  std::vector<uint32_t> host_keys(n);
  std::vector<float> host_values(n);
  double expected = 0, prefix = 0;
  int kept = 0, groups = 0;
  for (int i = 0, last = -1; i < n; ++i) {
    host_keys[i] = uint32_t(i / 10);
    host_values[i] = float(random_word(i, 7) >> 8) * (1.0f / 16777216.0f);
    if (!(host_values[i] > 0.5f)) continue;
    prefix += host_values[i];
    expected += prefix;
    ++kept;
    groups += int(host_keys[i]) != last;
    last = int(host_keys[i]);
  }
  auto *keys = device<uint32_t>(n), *half_keys = device<uint32_t>(n), *found_keys = device<uint32_t>(n);
  auto *values = device<float>(n), *half = device<float>(n), *before = device<float>(n), *sums = device<float>(n);
  auto *total = device<float>(1);
  auto *found = device<int>(2);
  CK(cudaMemcpy(keys, host_keys.data(), n * 4ull, cudaMemcpyHostToDevice));
  CK(cudaMemcpy(values, host_values.data(), n * 4ull, cudaMemcpyHostToDevice));

  auto in = thrust::make_zip_iterator(thrust::make_tuple(keys, values));
  auto out = thrust::make_zip_iterator(thrust::make_tuple(half_keys, half));
  void* memory = nullptr;
  size_t bytes = 0;
  auto select = [&](size_t& b) { return cub::DeviceSelect::If(memory, b, in, out, found, n, IsLarge{}, stream); };
  auto scan = [&](size_t& b, int kept) { return cub::DeviceScan::InclusiveSum(memory, b, half, before, kept, stream); };
  auto by_key = [&](size_t& b, int kept) {
    return cub::DeviceReduce::ReduceByKey(
      memory, b, half_keys, found_keys, before, sums, found + 1, cuda::std::plus<float>{}, kept, stream);
  };
  auto sum = [&](size_t& b, int groups) { return cub::DeviceReduce::Sum(memory, b, sums, total, groups, stream); };
  for (int i = 0; i < 4; ++i) {
    size_t b = 0;
    CK(i == 0 ? select(b) : i == 1 ? scan(b, n) : i == 2 ? by_key(b, n) : sum(b, n));
    bytes = std::max(bytes, b);
  }
  CK(cudaMalloc(&memory, bytes));

  auto to_host = [&](int i) {
    CK(cudaMemcpyAsync(lengths + i, found + i, sizeof(int), cudaMemcpyDeviceToHost, stream));
    CK(cudaStreamSynchronize(stream));
    return lengths[i];
  };
  auto waiting = [&] {
    size_t b = bytes;
    CK(select(b));
    int kept = to_host(0);
    CK(scan(b, kept));
    CK(by_key(b, kept));
    CK(sum(b, to_host(1)));
  };
  auto known = [&] {
    size_t b = bytes;
    CK(select(b));
    CK(scan(b, kept));
    CK(by_key(b, kept));
    CK(sum(b, groups));
  };
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  known();
  CK(cudaStreamSynchronize(stream));
  CK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  known();
  CK(cudaStreamEndCapture(stream, &graph));
  CK(cudaGraphInstantiate(&exec, graph, 0));

  auto row = [&](const char* variant, const std::function<void()>& call) {
    CK(cudaMemset(total, 0, sizeof(float)));
    double us = time_us(call);
    float result;
    CK(cudaMemcpy(&result, total, sizeof(float), cudaMemcpyDeviceToHost));
    if (!(std::abs(result - expected) <= 1e-4 * expected)) {
      std::fprintf(stderr, "wrong answer of %s,%d: %g, not %g\n", variant, n, result, expected);
      std::exit(1);
    }
    std::printf("cub,filter_scan_by_key_sum,u32/f32,%d,%s,%.2f\n", n, variant, us);
    std::fflush(stdout);
  };
  row("waiting", waiting);
  row("known", known);
  row("known_graph", [&] { CK(cudaGraphLaunch(exec, stream)); });

  CK(cudaGraphExecDestroy(exec));
  CK(cudaGraphDestroy(graph));
  for (void* p : std::initializer_list<void*>{keys, half_keys, found_keys, values, half, before, sums, total, found, memory}) CK(cudaFree(p));
}

int main(int argc, char** argv)
{
  CK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  CK(cudaMallocHost(&lengths, 2 * sizeof(int)));
  std::stringstream sizes(argc > 1 ? argv[1] : "16");
  for (std::string log2; std::getline(sizes, log2, ',');) rows(1 << std::atoi(log2.c_str()));
}
