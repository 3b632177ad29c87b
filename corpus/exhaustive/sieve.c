// verdict: safe
// twin: sieve-bad.c
// source: own
// about: the sieve of Eratosthenes stays in its array

extern void reach_error(void);

static _Bool composite[2000];

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
