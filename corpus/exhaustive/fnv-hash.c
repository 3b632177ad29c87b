// verdict: safe
// twin: fnv-hash-bad.c
// source: own
// about: the 64-bit FNV-1a hash of one letter, modulo 2^64

extern void reach_error(void);

int main(void) {
    unsigned long long hash = 14695981039346656037ull;
    hash ^= 'a';
    hash *= 1099511628211ull;
    if (hash != 0xaf63dc4c8601ec8cull)
        reach_error();
    return 0;
}
