// verdict: unknown
// todo: unsafe(reach)
// twin: environment.c
// source: own
// about: what the library keeps of the environment is not understood; it may be empty

#include <assert.h>

extern char **environ;

int main(void) {
    int looks = 1;
    if (looks)
        assert(environ[0] != 0);
    return 0;
}
