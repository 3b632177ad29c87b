// verdict: unsafe(bounds)
// line: 12
// twin: strcat-fits.c
// source: own
// about: the buffer is one byte too small

#include <string.h>

int main(void) {
    char path[8] = "usr";
    strcat(path, "/");
    strcat(path, "bin/");
    return 0;
}
