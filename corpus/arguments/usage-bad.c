// verdict: unsafe(deref)
// line: 16
// twin: usage.c
// source: own
// about: a pointer walks along the first argument, which is there if argc says so

#include <stdio.h>

int main(int argc, char **argv) {
    unsigned vowels = 0, letters = 0;

    if (argc < 1) {
        fprintf(stderr, "usage: %s WORD\n", argv[0]);
        return 1;
    }
    for (const char *p = argv[1]; *p; p++) {
        letters++;
        if (*p == 'a' || *p == 'e' || *p == 'i' || *p == 'o' || *p == 'u')
            vowels++;
    }
    printf("%u of %u\n", vowels, letters);
    return 0;
}
