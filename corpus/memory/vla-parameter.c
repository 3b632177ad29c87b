// verdict: safe
// twin: vla-parameter-bad.c
// source: own
// about: the size of a parameter's rows is the value of another parameter

static void clear(int n, int m, char a[n][m]) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = 0;
}

int main(void) {
    int n = 3;
    char a[n][n + 1];
    n = 7;
    clear(3, 4, a);
    return 0;
}
