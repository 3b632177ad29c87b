// verdict: safe
// twin: environment-bad.c
// source: own
// about: the environment is not looked at

#include <assert.h>

extern char **environ;

int main(void) {
    int looks = 0;
    if (looks)
        assert(environ[0] != 0);
    return 0;
}
