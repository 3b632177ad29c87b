// verdict: unsafe(reach)
// line: 14
// twin: fnv-hash.c
// source: own
// about: of another letter

extern void reach_error(void);

int main(void) {
    unsigned long long hash = 14695981039346656037ull;
    hash ^= 'b';
    hash *= 1099511628211ull;
    if (hash != 0xaf63dc4c8601ec8cull)
        reach_error();
    return 0;
}
