// verdict: unsafe(bounds)
// line: 10
// twin: vla-parameter.c
// source: own
// about: the callee is told of one row more than there is

static void clear(int n, int m, char a[n][m]) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = 0;
}

int main(void) {
    int n = 3;
    char a[n][n + 1];
    n = 7;
    clear(4, 4, a);
    return 0;
}
