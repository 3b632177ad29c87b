// verdict: unknown
// todo: safe
// engine: mse
// twin: bakery-bad.c
// source: own
// about: numbers that grow; who has the least one enters

#define N 20
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int number[N], critical[N];

int main(void) {
    int last = 0;
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n > N)
        return 0;
    while (__VERIFIER_nondet_int()) {
        int p = __VERIFIER_nondet_int();
        if (p < 0 || p >= n)
            return 0;
        if (number[p] == 0 && last < 1000000) {
            last += 1;
            number[p] = last + 1;
        } else if (critical[p] == 1) {
            critical[p] = 0;
            number[p] = 0;
        } else if (number[p] > 0) {
            int first = 1;
            for (int q = 0; q < n; q++)
                if (number[q] > 0 && number[q] < number[p])
                    first = 0;
            critical[p] = first;
        }
    }
    int p = __VERIFIER_nondet_int(), q = __VERIFIER_nondet_int();
    if (p < 0 || p >= n || q < 0 || q >= n || p == q)
        return 0;
    if (critical[p] == 1 && critical[q] == 1)
        reach_error();
    return 0;
}
