// verdict: unsafe(reach)
// line: 18
// twin: pascal.c
// source: own
// about: row 12 adds up to 4096

extern void reach_error(void);

int main(void) {
    unsigned row[13] = {1};
    for (int n = 1; n <= 12; n++)
        for (int k = n; k > 0; k--)
            row[k] += row[k - 1];
    unsigned sum = 0;
    for (int k = 0; k < 13; k++)
        sum += row[k];
    if (sum != 1u << 11 || row[6] != 924)
        reach_error();
    return 0;
}
