// Keeps the samples with the largest errors among very many: those of a hundred for each function that `long double` finds, which has
// 64 bits on x86, so that it knows an error to some thousandths of a unit. MPFR, which takes microseconds, then gets these alone.
//
//     g++ -O2 -o screen benches/math/screen.cpp
//     cargo bench --bench math -- screen 26 | ./screen >worst0
//     for i in 0 1 2 3 4 5; do cargo bench --bench math -- near <worst$i | ./screen >worst$((i + 1)); done
//     cat worst? | python3 benches/math/reference.py
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <vector>

static_assert(LDBL_MANT_DIG >= 64, "long double is no longer than double here");

typedef long double Long;

static const Long ROOT_HALF = 0.707106781186547524400844362104849039L, ROOT_HALF_REST = 1.8950325588932570797e-20L;

// The complement of the error function feels what is lost when its argument is rounded.
static Long gelu(Long x) {
  if (std::isinf(x)) return x < 0 ? -0.0L : x;
  Long u = -x * ROOT_HALF, rest = fmal(-x, ROOT_HALF, -u) - x * ROOT_HALF_REST;
  return x / 2 * (erfcl(u) - rest * 1.12837916709551257389615890312154517L * expl(-u * u));
}
static Long sigmoid(Long x) { return 1 / (1 + expl(-x)); }

static const std::map<std::string, Long (*)(Long)> ONE = {
    {"acos", acosl},   {"acosh", acoshl}, {"asin", asinl},   {"asinh", asinhl},    {"atan", atanl},       {"atanh", atanhl}, {"cbrt", cbrtl},
    {"cos", cosl},     {"cosh", coshl},   {"erf", erfl},     {"erfc", erfcl},      {"exp", expl},         {"exp2", exp2l},   {"exp_m1", expm1l},
    {"gamma", tgammal}, {"gelu", gelu},   {"ln", logl},      {"ln_1p", log1pl},    {"ln_gamma", lgammal}, {"log10", log10l}, {"log2", log2l},
    {"sigmoid", sigmoid}, {"sin", sinl},  {"sinh", sinhl},   {"tan", tanl},        {"tanh", tanhl},
};
static Long quotient_of_logarithms(Long x, Long base) { return logl(x) / logl(base); }
static const std::map<std::string, Long (*)(Long, Long)> TWO = {
    {"atan2", atan2l}, {"hypot", hypotl}, {"log", quotient_of_logarithms}, {"powf", powl}};

// A sample, and its error in units of the last place.
struct Sample {
  Long error;
  double numbers[3];
  bool operator<(const Sample& other) const { return error > other.error; }
};

// The least unit of ln gamma beside its zeros below -2, in whose neighbourhood the error isn't in proportion to the result.
static const Long BESIDE_ZEROS = 0x1p-53L;

// As `error` of reference.py.
static Long error(const std::string& name, double x, double y, Long exact) {
  if (std::isnan(y) || std::isnan(exact)) return std::isnan(y) && std::isnan(exact) ? 0 : INFINITY;
  if (exact == 0 || std::isinf(exact)) return y == exact && std::signbit(y) == std::signbit(exact) ? 0 : INFINITY;
  Long unit = ldexpl(1, std::max(ilogbl(exact), -1022) - 52);
  if (name == "ln_gamma" && x < -2) unit = std::max(unit, BESIDE_ZEROS);
  if (std::isinf(y)) return fabsl(exact) >= 0x1p1024L && (exact > 0) == (y > 0) ? 0 : fabsl(copysignl(0x1p1024L, y) - exact) / unit;
  return fabsl(y - exact) / unit;
}

int main() {
  char name[32];
  unsigned arguments;
  unsigned long long count;
  static double block[3 << 12];
  int functions = 0;
  while (scanf("%31s %u %llu", name, &arguments, &count) == 3) {
    getchar();
    functions++;
    auto one = ONE.find(name);
    auto two = TWO.find(name);
    if (arguments == 1 ? one == ONE.end() : two == TWO.end()) return fprintf(stderr, "%s isn't known\n", name), 1;
    std::vector<Sample> worst;
    Long least = -1;
    unsigned width = arguments + 1;
    for (unsigned long long done = 0; done < count;) {
      size_t rows = std::min<unsigned long long>(count - done, 1 << 12);
      if (fread(block, 8 * width, rows, stdin) != rows) return fprintf(stderr, "the samples of %s end early\n", name), 1;
      done += rows;
      for (const double* row = block; rows--; row += width) {
        Long exact = arguments == 1 ? one->second(row[0]) : two->second(row[0], row[1]);
        Long wrong = error(name, row[0], row[arguments], exact);
        if (!(wrong > least)) continue;
        worst.push_back({wrong, {row[0], row[1], row[width == 3 ? 2 : 1]}});
        std::push_heap(worst.begin(), worst.end());
        if (worst.size() > 100) {
          std::pop_heap(worst.begin(), worst.end());
          worst.pop_back();
          least = worst.front().error;
        }
      }
    }
    printf("# %s: %llu samples\n", name, count);
    for (const Sample& sample : worst) {
      printf("f64,%s", name);
      for (unsigned i = 0; i < width; i++) {
        uint64_t bits;
        memcpy(&bits, &sample.numbers[i], 8);
        printf(",%016llx", (unsigned long long)bits);
      }
      puts("");
    }
    fflush(stdout);
  }
  if (functions == 0) return fprintf(stderr, "there are no samples\n"), 1;
}
