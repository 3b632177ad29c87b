// verdict: safe
// twin: strcat-fits-bad.c
// source: own
// about: two texts are put together in a buffer with room for both and the terminator

#include <string.h>

int main(void) {
    char path[9] = "usr";
    strcat(path, "/");
    strcat(path, "bin/");
    return 0;
}
