// verdict: unsafe(reach)
// line: 13
// twin: vector.c
// source: own
// about: what holds for the arguments of every program: there is a name, and null behind the last

#include <assert.h>
#include <stddef.h>

int main(int argc, char **argv) {
    int named = 0;

    assert(argc >= 2);
    while (argv[named])
        named++;
    assert(named == argc && argv[argc] == NULL);
    return 0;
}
