// verdict: safe
// twin: pascal-bad.c
// source: own
// about: a row of Pascal's triangle adds up to a power of two

extern void reach_error(void);

int main(void) {
    unsigned row[13] = {1};
    for (int n = 1; n <= 12; n++)
        for (int k = n; k > 0; k--)
            row[k] += row[k - 1];
    unsigned sum = 0;
    for (int k = 0; k < 13; k++)
        sum += row[k];
    if (sum != 1u << 12 || row[6] != 924)
        reach_error();
    return 0;
}
