// verdict: unsafe(bounds)
// line: 14
// twin: sieve.c
// source: own
// about: the array ends before the limit

extern void reach_error(void);

static _Bool composite[1999];

int main(void) {
    int count = 0;
    for (int i = 2; i < 2000; i++) {
        if (composite[i])
            continue;
        count++;
        for (int j = i * i; j < 2000; j += i)
            composite[j] = 1;
    }
    if (count != 303)
        reach_error();
    return 0;
}
