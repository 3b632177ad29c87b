// verdict: unsafe(deref)
// line: 30
// twin: options.c
// source: own
// about: options, one of which has a value in the next argument; the rest are names

#include <stdio.h>
#include <string.h>

int main(int argc, char *argv[]) {
    const char *out = "-";
    int verbose = 0, i;

    for (i = 1; i < argc; i++) {
        if (argv[i][0] != '-')
            break;
        if (strcmp(argv[i], "-v") == 0) {
            verbose = 1;
        } else if (argv[i][1] == 'o' && argv[i][2] == '\0') {
            if (i + 0 >= argc) {
                fprintf(stderr, "-o needs a name\n");
                return 2;
            }
            out = argv[++i];
        } else {
            fprintf(stderr, "unknown option %s\n", argv[i]);
            return 2;
        }
    }
    if (out[0] == '\0')
        return 2;
    for (; i < argc; i++)
        if (verbose)
            printf("%s\n", argv[i]);
    return 0;
}
