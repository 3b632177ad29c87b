// verdict: safe
// engine: mse
// twin: readers-bad.c
// source: own
// about: readers and one writer

#define N 20
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int reading[N], writing[N];

int main(void) {
    int writer = 0;
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n > N)
        return 0;
    while (__VERIFIER_nondet_int()) {
        int p = __VERIFIER_nondet_int();
        if (p < 0 || p >= n)
            return 0;
        if (reading[p] == 1) {
            reading[p] = 0;
        } else if (writing[p] == 1) {
            writing[p] = 0;
            writer = 0;
        } else if (writer == 0 && __VERIFIER_nondet_int()) {
            reading[p] = 1;
        } else if (writer == 0) {
            int quiet = 1;
            for (int q = 0; q < n; q++)
                if (reading[q] == 1)
                    quiet = 0;
            if (quiet == 1) {
                writing[p] = 1;
                writer = 1;
            }
        }
    }
    int p = __VERIFIER_nondet_int(), q = __VERIFIER_nondet_int();
    if (p < 0 || p >= n || q < 0 || q >= n || p == q)
        return 0;
    if (writing[p] == 1 && (writing[q] == 1 || reading[q] == 1))
        reach_error();
    return 0;
}
