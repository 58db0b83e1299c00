// A stand-in for NVRTC: its "cubins" are MAJOR.MINOR and BUILD. It tells that it was loaded by making a file.
#include <cstdio>
#include <cstdlib>
#include <cstring>

static const char* const code = MAJOR "." MINOR " " BUILD;

__attribute__((constructor)) static void loaded() {
    if (const char* mark = getenv("FAKE_MARK")) {
        if (FILE* file = fopen(mark, "a")) fclose(file);
    }
}

extern "C" {
const char* nvrtcGetErrorString(int) { return "NVRTC_ERROR_FAKE"; }
int nvrtcVersion(int* major, int* minor) {
    *major = atoi(MAJOR);
    *minor = atoi(MINOR);
    return 0;
}
int nvrtcGetNumSupportedArchs(int* count) {
    *count = 2;
    return 0;
}
int nvrtcGetSupportedArchs(int* archs) {
    archs[0] = 80;
    archs[1] = 90;
    return 0;
}
int nvrtcCreateProgram(void** program, const char*, const char*, int, const char* const*, const char* const*) {
    *program = malloc(1);
    return 0;
}
int nvrtcDestroyProgram(void** program) {
    free(*program);
    return 0;
}
int nvrtcCompileProgram(void*, int count, const char* const* options) {
    for (int i = 0; i < count; i++) {
        if (!strcmp(options[i], "--gpu-architecture=sm_90") || !strcmp(options[i], "--gpu-architecture=sm_80")) return 0;
    }
    return 5;
}
int nvrtcGetCUBINSize(void*, size_t* size) {
    *size = strlen(code);
    return 0;
}
int nvrtcGetCUBIN(void*, char* to) {
    memcpy(to, code, strlen(code));
    return 0;
}
int nvrtcGetProgramLogSize(void*, size_t* size) {
    *size = 1;
    return 0;
}
int nvrtcGetProgramLog(void*, char* log) {
    *log = 0;
    return 0;
}
}
